import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Hidden } from './Hidden.tsx';
import { sidewaysEndClass } from './sideways.ts';
import styles from './Table.module.css';

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * Where it stands in a row of a phone: `end` beside the name, as what is looked for first; `first` before the others
   * in the line below; `named` there with its heading, where the value alone would not say what it is.
   */
  phone?: 'end' | 'first' | 'named';
  /** `when`: a day or a moment, kept in one line where there is room. `deed`: what can be done with the row. Its heading is only heard, and on a phone it stands beside the row's name. */
  look?: 'main' | 'number' | 'quiet' | 'when' | 'deed';
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The name begins with a picture; on a phone the line below it begins where the words do. */
  isPictured?: boolean;
  keyOf: (row: Row) => string;
  busy?: boolean;
};

/** What a cell says that has nothing to say; on a phone it is left out. */
const nothing = '—';

/**
 * Rows to work through: a table on a desk. On a phone each is a name with what is looked for first beside it, and the
 * rest in a line below. The first column with the look `main` names the row.
 */
export function Table<Row>({ caption, columns, rows, keyOf, isPictured = false, busy = false }: TableProps<Row>) {
  return (
    <div className={classes(styles.scroll, sidewaysEndClass)}>
      <table className={classes(styles.table, isPictured && styles.pictured)} aria-label={caption} aria-busy={busy}>
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
              {columns.map((column) => (
                <Cell key={column.label} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column: { label, cell, look, phone }, row }: { column: Column<Row>; row: Row }) {
  const content = cell(row);
  const place = look === 'main' || look === 'deed' ? undefined : (phone ?? 'line');
  return (
    <td
      data-label={label}
      data-place={content === nothing && place ? 'none' : place}
      className={classes(look && styles[look])}
    >
      {content}
    </td>
  );
}
