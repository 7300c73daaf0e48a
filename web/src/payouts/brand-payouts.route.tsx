import { Trans, useLingui } from '@lingui/react/macro';
import { IconCoins, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { approvePayouts, type BrandPayout, exportPayouts, type PayoutState } from '@vitrine/contract/payouts.ts';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { call } from '../api/call.ts';
import { download } from '../api/download.ts';
import { payoutNames } from './payout-texts.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Segments } from '../ui/Segments.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { showToast } from '../ui/toasts.ts';
import { PayoutAction, type PayoutStep } from './PayoutAction.tsx';
import { brandPayoutsQuery } from './brand-payouts.data.ts';
import styles from './brand-payouts.module.css';
import { TwoFactorForPayouts } from './TwoFactorForPayouts.tsx';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { PayoutRow } from './PayoutRow.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/payouts')({
  component: BrandPayoutsPage,
});

const route = getRouteApi('/brand-frame/brand/$merchant/payouts');

const states: readonly PayoutState[] = ['requested', 'approved', 'sent', 'paid', 'failed', 'cancelled'];

function BrandPayoutsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const [state, setState] = useState<PayoutState>('requested');
  const query = useInfiniteQuery({ ...brandPayoutsQuery(merchant, state), placeholderData: keepPreviousData });
  const payouts = query.data?.pages.flatMap((page) => page.data) ?? [];
  const totals = query.data?.pages[0]?.meta.totals ?? [];
  const isPayer = useBrandRights(merchant)('payouts');
  const countOf = (each: PayoutState) =>
    totals.filter((total) => total.state === each).reduce((sum, total) => sum + total.payouts, 0);
  const choices = states.map((value) => {
    const [name, count] = [t(payoutNames[value]), formatNumber(countOf(value))];
    return { value, label: countOf(value) > 0 ? `${name} ${count}` : name };
  });
  const held = totals.filter((total) => total.state === state).map((total) => formatMoney(total.amount));
  return (
    <>
      <Masthead heading={t`Payouts`} />
      <div className={styles.page}>
        <div className={styles.head}>
          <Segments label={t`Status`} value={state} choices={choices} onChoose={setState} />
          {held.length > 0 ? (
            <p className={styles.total}>
              {held.map((amount) => (
                <span key={amount}>{amount}</span>
              ))}
            </p>
          ) : null}
        </div>
        {isPayer ? <TwoFactorForPayouts merchant={merchant} /> : null}
        {isPayer ? null : (
          <p className={styles.quiet}>
            <Trans>Only owners and finance can approve and pay.</Trans>
          </p>
        )}
        <QueryState query={query} loading={t`Loading payouts`} failed={t`We couldn’t load the payouts`} />
        {query.data ? (
          // The key resets the selection, which belongs to the list of one status.
          <List key={state} merchant={merchant} state={state} payouts={payouts} isPayer={isPayer} />
        ) : null}
        <ShowMore query={query}>
          <Trans>Show earlier payouts</Trans>
        </ShowMore>
      </div>
    </>
  );
}

type ListProps = { merchant: string; state: PayoutState; payouts: readonly BrandPayout[]; isPayer: boolean };
type Open = { kind: 'approve' } | { kind: 'export' } | { kind: 'step'; step: PayoutStep; payout: BrandPayout };

function List({ merchant, state, payouts, isPayer }: ListProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open>();
  const chosen = payouts.filter((payout) => payout.state === 'requested' && ticked.has(payout.id));
  const moved = () => queryClient.invalidateQueries({ queryKey: ['brand-payouts', merchant] });
  const tick = (id: string) =>
    setTicked((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  const close = () => setOpen(undefined);
  if (payouts.length === 0)
    return (
      <EmptyState
        icon={<IconCoins size={28} stroke={1.4} />}
        title={state === 'requested' ? t`No payouts to approve` : t`No payouts with this status`}
      >
        <Trans>When a creator requests a payout, it appears here until it’s paid.</Trans>
      </EmptyState>
    );
  return (
    <>
      {isPayer && (state === 'requested' || state === 'approved') ? (
        <div className={styles.bulk}>
          {state === 'requested' ? (
            <>
              <Button
                look="quiet"
                small
                onClick={() =>
                  setTicked(chosen.length === payouts.length ? new Set() : new Set(payouts.map((p) => p.id)))
                }
              >
                {chosen.length === payouts.length ? t`Clear selection` : t`Select all`}
              </Button>
              <Button small disabled={chosen.length === 0} onClick={() => setOpen({ kind: 'approve' })}>
                <Trans>Approve</Trans> {chosen.length > 0 ? sums(chosen) : null}
              </Button>
            </>
          ) : (
            <Button look="quiet" small onClick={() => setOpen({ kind: 'export' })}>
              <IconDownload size={16} stroke={1.6} aria-hidden="true" />
              <Trans>Download bank details</Trans>
            </Button>
          )}
        </div>
      ) : null}
      <ul>
        {payouts.map((payout) => (
          <PayoutRow
            key={payout.id}
            payout={payout}
            ticked={ticked.has(payout.id)}
            {...(isPayer && payout.state === 'requested' && { onTick: () => tick(payout.id) })}
            {...(isPayer && { onStep: (step: PayoutStep) => setOpen({ kind: 'step', step, payout }) })}
          />
        ))}
      </ul>
      {open?.kind === 'approve' ? (
        <WithPassword
          title={t`Approve payouts`}
          buttonLabel={t`Approve ${sums(chosen)}`}
          onClose={close}
          run={async (proof) => {
            await call(approvePayouts, {
              params: { merchant },
              body: { payout_ids: chosen.map((payout) => payout.id), proof },
            });
            await moved();
            setTicked(new Set());
            showToast(t`Approved. We’ve let the creators know.`);
          }}
        >
          <ul className={styles.chosen}>
            {chosen.map((payout) => (
              <li key={payout.id}>
                <span>{payout.creator_display_name}</span>
                <span>{formatMoney(payout.amount)}</span>
              </li>
            ))}
          </ul>
        </WithPassword>
      ) : null}
      {open?.kind === 'export' ? (
        <WithPassword
          title={t`Download bank details`}
          buttonLabel={t`Export as CSV`}
          onClose={close}
          run={(proof) => download(exportPayouts, { params: { merchant }, body: { proof } })}
        >
          <p>
            <Trans>
              This CSV file contains the bank details of every creator with an approved payout. Store it safely. We
              record that you downloaded it.
            </Trans>
          </p>
        </WithPassword>
      ) : null}
      {open?.kind === 'step' ? (
        <PayoutAction merchant={merchant} step={open.step} payout={open.payout} onDone={moved} onClose={close} />
      ) : null}
    </>
  );
}

/** One sum for each currency; amounts of different currencies are never added up. */
function sums(payouts: readonly BrandPayout[]): string {
  const byCurrency = Map.groupBy(payouts, ({ amount }) => amount.currency);
  return [...byCurrency]
    .map(([currency, rows]) =>
      formatMoney({ amount: rows.reduce((sum, row) => sum + BigInt(row.amount.amount), 0n).toString(), currency }),
    )
    .join(', ');
}
