import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ObjectionState } from '@vitrine/contract/objections.ts';
import type { BrandSuspension } from '@vitrine/contract/suspensions.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { suspensionCategoryTexts, suspensionObjectionLooks, suspensionObjectionTexts } from './suspension-texts.ts';
import { pauseObjectionsQuery } from './suspensions.data.ts';

/** What creators say against being paused; nothing while nobody does. They are answered on the creator's page. */
export function PauseObjections({ merchant, state }: { merchant: string; state: ObjectionState | undefined }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const query = useInfiniteQuery({ ...pauseObjectionsQuery(merchant, state), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (rows.length === 0) return null;
  return (
    <section className={desk.section} aria-labelledby="pause-objections">
      <h2 id="pause-objections">
        <Trans>Objections to pauses</Trans>
      </h2>
      <Table<BrandSuspension>
        caption={t`Objections to pauses, newest first`}
        rows={rows}
        keyOf={(row) => row.id}
        busy={query.isPlaceholderData}
        columns={[
          { label: t`Creator`, look: 'main', cell: (row) => <CreatorLink merchant={merchant} row={row} /> },
          { label: t`Reason`, cell: (row) => t(suspensionCategoryTexts[row.category]) },
          {
            label: t`Status`,
            phone: 'first',
            cell: ({ objection }) =>
              objection ? (
                <span className={desk.mark} data-look={suspensionObjectionLooks[objection.state]}>
                  {t(suspensionObjectionTexts[objection.state])}
                </span>
              ) : null,
          },
          {
            label: t`Answer by`,
            look: 'when',
            phone: 'named',
            cell: ({ objection }) => (objection ? moment(objection.due_at) : '—'),
          },
        ]}
      />
      <ShowMore query={query} />
    </section>
  );
}

function CreatorLink({ merchant, row }: { merchant: string; row: BrandSuspension }) {
  return (
    <>
      <Link
        to="/brand/$merchant/creators/$account"
        params={{ merchant, account: row.merchant_account_id }}
        className={desk.open}
      >
        {row.creator_display_name}
      </Link>
      <span className={desk.under}>{row.creator ? `@${row.creator}` : null}</span>
    </>
  );
}
