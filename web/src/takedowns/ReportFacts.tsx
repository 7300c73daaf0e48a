import type { ReactNode } from 'react';
import desk from '../consoles/Console.module.css';

/** Names and values; rows without a value are left out. */
export function ReportFacts({ rows }: { rows: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={desk.facts}>
      {rows.map(({ name, value }) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
