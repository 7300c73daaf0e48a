import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Hidden } from './Hidden.tsx';
import { sidewaysEndClass } from './sideways.ts';
import styles from './Table.module.css';

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  /**
   * Its place in a row on a phone: `end` next to the name, for the most important value; `first` before the others in
   * the line below; `named` in that line with its heading, where the value alone isn't clear.
   */
  phone?: 'end' | 'first' | 'named';
  /** `when`: a day or moment, kept on one line if there is room. `actions`: the row's actions; their heading is for screen readers only, and on a phone they are next to the row's name. */
  look?: 'main' | 'number' | 'quiet' | 'when' | 'actions';
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The name starts with a picture; on a phone the line below is aligned with the text. */
  isPictured?: boolean;
  keyOf: (row: Row) => string;
  busy?: boolean;
};

/** The contents of an empty cell; on a phone it is left out. */
const nothing: readonly ReactNode[] = ['—', null, ''];

/**
 * A table that turns its rows into cards on a phone: the name with the most important value, and the rest in a line below.
 * The first column with the look `main` names the row.
 */
export function Table<Row>({ caption, columns, rows, keyOf, isPictured = false, busy = false }: TableProps<Row>) {
  return (
    <div className={classes(styles.scroll, sidewaysEndClass)}>
      <table className={classes(styles.table, isPictured && styles.pictured)} aria-label={caption} aria-busy={busy}>
        <thead>
          <tr>
            {columns.map(({ label, look }) => (
              <th key={label} scope="col" className={look === 'number' ? styles.number : undefined}>
                {look === 'actions' ? <Hidden>{label}</Hidden> : label}
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
  const place = look === 'main' || look === 'actions' ? undefined : (phone ?? 'line');
  return (
    <td
      data-label={label}
      data-place={nothing.includes(content) && place ? 'none' : place}
      className={classes(look && styles[look])}
    >
      {content}
    </td>
  );
}
