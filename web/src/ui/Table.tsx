import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Hidden } from './Hidden.tsx';
import styles from './Table.module.css';

export type Column<Row> = {
  /** The heading of the column; on a phone it stands before each value. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** `when`: a day or a moment, kept in one line where there is room. `deed`: what can be done with the row. Its heading is only heard, and on a phone it stands beside the row's name. */
  look?: 'main' | 'number' | 'quiet' | 'when' | 'deed';
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  busy?: boolean;
};

/** Rows to work through: a table on a desk, cards on a phone. The first column with the look `main` names the row. */
export function Table<Row>({ caption, columns, rows, keyOf, busy = false }: TableProps<Row>) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={caption} aria-busy={busy}>
        <thead>
          <tr>
            {columns.map(({ label, look }) => (
              <th key={label} scope="col" className={look === 'number' ? styles.number : undefined}>
                {look === 'deed' ? <Hidden>{label}</Hidden> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ label, cell, look }) => (
                <td key={label} data-label={label} className={classes(look && styles[look])}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
