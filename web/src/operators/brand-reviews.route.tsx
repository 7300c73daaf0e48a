import { Trans, useLingui } from '@lingui/react/macro';
import { IconId } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import type { BrandReview } from '@vitrine/contract/brand-reviews.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { ReviewDrawer } from './ReviewDrawer.tsx';
import { concernText, reviewLooks, reviewStates } from './review-texts.ts';
import { brandReviewsQuery } from './reviews.data.ts';

export default createLazyRoute('/operator-frame/operator/brand-reviews')({ component: BrandReviewsPage });

const route = getRouteApi('/operator-frame/operator/brand-reviews');

/** Names and hosts of brands that an operator looks at. */
function BrandReviewsPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const decided = route.useSearch().show === 'decided' ? 'yes' : 'no';
  return (
    <>
      <Masthead heading={t`Names and hosts`} />
      <div className={desk.filters}>
        <Segments
          label={t`Show`}
          value={decided}
          choices={[
            { value: 'no', label: t`To do` },
            { value: 'yes', label: t`Decided` },
          ]}
          onChoose={(chosen) => void navigate({ search: { show: chosen === 'yes' ? 'decided' : '' }, replace: true })}
        />
      </div>
      <Reviews key={decided} decided={decided} />
    </>
  );
}

function Reviews({ decided }: { decided: 'yes' | 'no' }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const [chosen, setChosen] = useState<BrandReview>();
  const query = useInfiniteQuery({ ...brandReviewsQuery(decided), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <QueryState query={query} loading={t`Loading names and hosts`} failed={t`We couldn’t load the names and hosts`} />
      {query.data && rows.length === 0 ? (
        <EmptyState
          icon={<IconId size={28} stroke={1.4} />}
          title={decided === 'no' ? t`Nothing to look at` : t`Nothing decided yet`}
        >
          <Trans>
            When a brand takes a name that could be mistaken for another’s, or adds a new site for its links, it appears
            here.
          </Trans>
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <Table<BrandReview>
          caption={
            decided === 'no' ? t`Names and hosts to look at, newest first` : t`Decided names and hosts, newest first`
          }
          rows={rows}
          keyOf={(row) => row.id}
          busy={query.isPlaceholderData}
          columns={[
            {
              label: t`Name or host`,
              look: 'main',
              cell: (row) => (
                <>
                  {decided === 'no' ? (
                    <button type="button" className={desk.open} onClick={() => setChosen(row)}>
                      {row.value}
                    </button>
                  ) : (
                    row.value
                  )}
                  <span className={desk.under}>{row.kind === 'name' ? t`Name` : t`Host`}</span>
                </>
              ),
            },
            { label: t`Brand`, cell: (row) => row.brand.display_name },
            { label: t`Why`, cell: (row) => t(concernText(row)) },
            {
              label: t`Status`,
              phone: 'first',
              cell: (row) => (
                <span className={desk.mark} data-look={reviewLooks[row.state]}>
                  {t(reviewStates[row.state])}
                </span>
              ),
            },
            {
              label: t`Since`,
              look: 'when',
              phone: 'named',
              cell: (row) => moment(row.decided_at ?? row.requested_at),
            },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
      {chosen ? <ReviewDrawer key={chosen.id} review={chosen} onClose={() => setChosen(undefined)} /> : null}
    </>
  );
}
