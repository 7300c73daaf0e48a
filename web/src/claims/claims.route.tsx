import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconReceiptOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { BrandClaim } from '@vitrine/contract/claims.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table } from '../ui/Table.tsx';
import { claimLooks, claimNames, isSentState } from './claim-texts.ts';
import { brandClaimsQuery } from './claims.data.ts';
import { ClaimAnswers } from './ClaimAnswers.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/claims')({ component: ClaimsPage });

const route = getRouteApi('/brand-frame/brand/$merchant/claims');

/** Orders that creators miss, with what there is about each, and the brand's answers. */
function ClaimsPage() {
  const { t } = useLingui();
  const { moment } = useDates();
  const { merchant } = route.useParams();
  const { state: sent } = route.useSearch();
  const navigate = route.useNavigate();
  const state = isSentState(sent) ? sent : undefined;
  const [openId, setOpenId] = useState<string>();
  const query = useInfiniteQuery({ ...brandClaimsQuery(merchant, state), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  const open = rows.find(({ id }) => id === openId);
  return (
    <>
      <Masthead heading={t`Claims`} />
      <div className={desk.filters}>
        <Select
          label={t`Status`}
          value={state ?? ''}
          choices={[
            { value: '', label: t`All claims` },
            ...Object.entries(claimNames).map(([value, name]) => ({ value, label: t(name) })),
          ]}
          onChoose={(chosen) => void navigate({ search: { state: chosen }, replace: true })}
        />
      </div>
      <QueryState query={query} loading={t`Loading claims`} failed={t`We couldn’t load the claims`} />
      {query.data && rows.length === 0 ? (
        <EmptyState
          icon={<IconReceiptOff size={28} stroke={1.4} />}
          title={state ? t`No claims with this status` : t`No claims`}
        >
          <Trans>
            Creators look up orders that they miss, and get an answer at once. What they then ask you appears here.
          </Trans>
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <Table<BrandClaim>
          caption={t`Claims, newest first`}
          rows={rows}
          keyOf={(row) => row.id}
          busy={query.isPlaceholderData}
          columns={[
            {
              label: t`Order`,
              look: 'main',
              cell: (row) => (
                <button type="button" className={desk.open} onClick={() => setOpenId(row.id)}>
                  <ClaimName claim={row} />
                </button>
              ),
            },
            {
              label: t`Status`,
              phone: 'end',
              cell: (row) => (
                <span className={desk.mark} data-look={claimLooks[row.state]}>
                  {isSentState(row.state) ? t(claimNames[row.state]) : null}
                </span>
              ),
            },
            { label: t`Creator`, phone: 'first', cell: (row) => `@${row.creator}` },
            {
              label: t`Sent`,
              look: 'when',
              phone: 'named',
              cell: (row) => (row.sent_at ? moment(row.sent_at) : '—'),
            },
          ]}
        />
      ) : null}
      <ShowMore query={query} />
      {open ? <ClaimSheet merchant={merchant} claim={open} onClose={() => setOpenId(undefined)} /> : null}
    </>
  );
}

function ClaimName({ claim }: { claim: BrandClaim }) {
  return claim.order_name ?? `${claim.placed_on ?? ''}, ${claim.total ? formatMoney(claim.total) : ''}`;
}

type SheetProps = { merchant: string; claim: BrandClaim; onClose: () => void };

/** One claim with its evidence: the orders that it may mean, and the creator's clicks before. */
function ClaimSheet({ merchant, claim, onClose }: SheetProps) {
  const { t } = useLingui();
  const { moment, day } = useDates();
  const { creator_display_name: name, last_click_at: last, clicks } = claim;
  const lastClick = last ? day(last) : '';
  return (
    <Drawer title={t`Claim by ${name}`} closeLabel={t`Close`} onClose={onClose}>
      <div className={desk.story}>
        <section className={desk.part}>
          <p>
            <Trans>
              {name} misses the order <ClaimName claim={claim} />:
            </Trans>
          </p>
          <blockquote>{claim.note}</blockquote>
        </section>
        <section className={desk.part}>
          <h3>
            <Trans>Orders with this name</Trans>
          </h3>
          {claim.orders.length === 0 ? (
            <p>
              <Trans>Your shop hasn’t reported one.</Trans>
            </p>
          ) : (
            <dl className={desk.facts}>
              {claim.orders.map((order) => (
                <div key={order.order_id}>
                  <dt>
                    <Link to="/brand/$merchant/orders" params={{ merchant }} search={{ order: order.order_id }}>
                      {order.reference ?? order.order_id}
                    </Link>
                    , {moment(order.placed_at)}
                    {order.credited_to ? `, @${order.credited_to}` : null}
                  </dt>
                  <dd>{formatMoney(order.total)}</dd>
                </div>
              ))}
            </dl>
          )}
          <p className={desk.quiet}>
            <Plural
              value={clicks}
              _0="No click on this creator’s links in the 30 days before."
              one="# click on this creator’s links in the 30 days before."
              other="# clicks on this creator’s links in the 30 days before."
            />
            {lastClick ? (
              <>
                {' '}
                <Trans>The last one was on {lastClick}.</Trans>
              </>
            ) : null}
          </p>
        </section>
        <ClaimAnswers merchant={merchant} claim={claim} />
      </div>
    </Drawer>
  );
}
