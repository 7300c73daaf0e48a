import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { cardPlace, type PhonePlace } from './cards.ts';
import cards from './Cards.module.css';
import { Hidden } from './Hidden.tsx';
import { sidewaysEndClass } from './sideways.ts';
import styles from './Table.module.css';

export type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  phone?: PhonePlace;
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

/**
 * A table that turns its rows into cards on a phone: the name with the most important value, and the rest in a line below.
 * The first column with the look `main` names the row.
 */
export function Table<Row>({ caption, columns, rows, keyOf, isPictured = false, busy = false }: TableProps<Row>) {
  return (
    <div className={classes(styles.scroll, sidewaysEndClass)}>
      <table
        className={classes(styles.table, cards.cards, isPictured && styles.pictured, isPictured && cards.pictured)}
        aria-label={caption}
        aria-busy={busy}
      >
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
  return (
    <td
      data-label={label}
      data-place={look === 'main' || look === 'actions' ? look : cardPlace(content, phone)}
      className={classes(look && styles[look])}
    >
      {content}
    </td>
  );
}
