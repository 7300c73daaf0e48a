import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { RosterColumn, RosterCreator } from '@vitrine/contract/roster.ts';
import type { ReactNode } from 'react';
import { useRegion } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { imageSource } from '../format/images.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Avatar } from '../ui/Picture.tsx';
import {
  accountStatusTexts,
  type ColumnName,
  isSortable,
  rosterColumnTexts,
  accountStatusLook,
} from './roster-columns.tsx';
import styles from './roster.module.css';

type Selection = { chosen: ReadonlySet<string>; onChange: (chosen: ReadonlySet<string>) => void };
type RosterTableProps = {
  merchant: string;
  creators: readonly RosterCreator[];
  columns: readonly ColumnName[];
  sorting: { by: RosterColumn; isUp: boolean; onSort: (column: RosterColumn) => void };
  /** Not given: the user may not change anything. */
  selection?: Selection;
};

/** The creators with the chosen columns; on a phone each is a card with the net sales next to the name. */
export function RosterTable({ merchant, creators, columns, sorting, selection }: RosterTableProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const { locale } = useRegion();
  const names = ['name' as const, ...columns];
  return (
    <DataTable<'name' | ColumnName>
      caption={t`Creators`}
      isTall
      cardsSortedBy={t`Sort by`}
      columns={names.map((name) =>
        name === 'name'
          ? { name, label: t`Creator`, isText: true }
          : {
              name,
              label: t(rosterColumnTexts[name].label),
              ...(rosterColumnTexts[name].isText && { isText: true }),
              ...(!isSortable(name) && { isFixed: true }),
              ...(rosterColumnTexts[name].phone && { phone: rosterColumnTexts[name].phone }),
            },
      )}
      sorting={{
        by: sorting.by,
        isUp: sorting.isUp,
        onSort: (name) => {
          if (isSortable(name)) sorting.onSort(name);
        },
      }}
      rows={creators.map((creator) => ({
        key: creator.merchant_account_id,
        cells: {
          ...(Object.fromEntries(
            columns.map((name) => [name, rosterColumnTexts[name].cell(creator, { day, locale })]),
          ) as Record<ColumnName, ReactNode>),
          name: <Person merchant={merchant} creator={creator} {...(selection && { selection })} />,
        },
      }))}
    />
  );
}

function Person({ merchant, creator, selection }: { merchant: string; creator: RosterCreator; selection?: Selection }) {
  const { t } = useLingui();
  const { day } = useDates();
  const { merchant_account_id: account, display_name: name, user_handle: handle, status, ends_at: endsAt } = creator;
  const endDay = endsAt ? day(endsAt) : '';
  const choose = (isOn: boolean) => {
    const next = new Set(selection?.chosen);
    if (isOn) next.add(account);
    else next.delete(account);
    selection?.onChange(next);
  };
  return (
    <span className={styles.person}>
      {selection ? (
        <label className={styles.tick}>
          <input
            type="checkbox"
            aria-label={t`Select ${name}`}
            checked={selection.chosen.has(account)}
            onChange={(event) => choose(event.target.checked)}
          />
        </label>
      ) : null}
      <Avatar src={imageSource(creator.avatar)} name={name} className={desk.avatar} />
      <span className={styles.who}>
        <Link
          to="/brand/$merchant/creators/$account"
          params={{ merchant, account }}
          preload={false}
          className={desk.open}
        >
          {name}
        </Link>
        <span className={desk.under}>
          {handle ? `@${handle}` : null}
          {status === 'active' ? null : (
            <span className={`${desk.mark} ${desk.beside}`} data-look={accountStatusLook(status)}>
              {t(accountStatusTexts[status])}
            </span>
          )}
        </span>
        {endsAt && status !== 'ended' ? <span className={desk.under}>{t`Ends on ${endDay}`}</span> : null}
      </span>
    </span>
  );
}
