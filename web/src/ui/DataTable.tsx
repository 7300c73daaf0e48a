import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cardPlace, type PhonePlace } from './cards.ts';
import cards from './Cards.module.css';
import { classes } from './classes.ts';
import { sidewaysEndClass } from './sideways.ts';
import styles from './DataTable.module.css';

export type DataColumn<Name extends string> = {
  name: Name;
  label: string;
  isText?: boolean;
  /** It can’t be sorted by. */
  isFixed?: boolean;
  /** Its place in a card. */
  phone?: PhonePlace;
};
type DataRow<Name extends string> = { key: string; cells: Record<Name, ReactNode> };
type Sorting<Name extends string> = { by: Name; isUp: boolean; onSort: (name: Name) => void };

type DataTableProps<Name extends string> = {
  caption: string;
  columns: readonly DataColumn<Name>[];
  rows: readonly DataRow<Name>[];
  /** Not given: the rows keep their order. */
  sorting?: Sorting<Name>;
  isTall?: boolean;
  /** On a phone the rows are cards, and the headings that sort them are a line with this text before it. */
  cardsSortedBy?: string;
};

/** A table of figures. On narrow windows it scrolls sideways while the first column stays in place, or has cards. */
export function DataTable<Name extends string>({
  caption,
  columns,
  rows,
  sorting,
  isTall = false,
  cardsSortedBy,
}: DataTableProps<Name>) {
  const hasCards = cardsSortedBy !== undefined;
  return (
    <div
      className={classes(styles.scroll, sidewaysEndClass, !isTall && styles.short, hasCards && styles.ofCards)}
      tabIndex={0}
      role="region"
      aria-label={caption}
    >
      <table className={classes(styles.table, hasCards && cards.cards)}>
        <thead>
          <tr data-label={cardsSortedBy}>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={column.isText ? styles.text : undefined}
                aria-sort={sorting?.by === column.name ? (sorting.isUp ? 'ascending' : 'descending') : undefined}
              >
                {sorting && !column.isFixed ? <SortButton column={column} sorting={sorting} /> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {columns.map(({ name, label, isText, phone }, index) =>
                index === 0 ? (
                  <th key={name} scope="row" data-place={hasCards ? 'main' : undefined}>
                    {row.cells[name]}
                  </th>
                ) : (
                  <td
                    key={name}
                    className={isText ? styles.text : undefined}
                    data-label={hasCards ? label : undefined}
                    data-place={hasCards ? cardPlace(row.cells[name], phone) : undefined}
                  >
                    {row.cells[name]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortButton<Name extends string>({ column, sorting }: { column: DataColumn<Name>; sorting: Sorting<Name> }) {
  const isSorted = sorting.by === column.name;
  const Arrow = sorting.isUp ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={styles.sort} onClick={() => sorting.onSort(column.name)}>
      {column.label}
      {isSorted ? <Arrow size={14} stroke={2} aria-hidden="true" /> : null}
    </button>
  );
}
