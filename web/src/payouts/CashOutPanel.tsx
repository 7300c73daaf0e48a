import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Balance } from '@vitrine/contract/commissions.ts';
import type { CashOut as Standing, Obstacle } from '@vitrine/contract/payouts.ts';
import { useDates } from '../accounts/dates.ts';
import { loadChunk } from '../api/chunk.ts';
import { formatMoney, isNegative, isZero, withoutSign } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import styles from './CashOutPanel.module.css';
import { cashOutQuery } from './payouts.data.ts';

const CashOutSheet = lazy(() =>
  loadChunk(() => import('./CashOutSheet.tsx')).then((chunk) => ({ default: chunk.CashOutSheet })),
);
const BankForm = lazy(() => loadChunk(() => import('./BankForm.tsx')).then((chunk) => ({ default: chunk.BankForm })));

/** Whether the available balance can be cashed out now; if not, every reason and, where known, until when. */
export function CashOutPanel({ balance }: { balance: Balance }) {
  const { t } = useLingui();
  const query = useQuery(cashOutQuery(balance.merchant_account_id));
  const [open, setOpen] = useState<'cash-out' | 'bank'>();
  const standing = query.data?.find(({ currency }) => currency === balance.currency);
  if (query.isPending)
    return (
      <div className={styles.bones} aria-hidden="true">
        <Bone wide="min(14rem, 80%)" />
        <Bone wide="9rem" tall="2.75rem" />
      </div>
    );
  if (query.isError && !query.data) return <Failed error={query.error} retry={() => void query.refetch()} />;
  if (!standing) return null;
  const close = () => setOpen(undefined);
  const amount = formatMoney(standing.current);
  const isFree = standing.in_the_way.length === 0;
  return (
    <>
      {isFree ? (
        <p>
          <Trans>{amount} is ready to cash out.</Trans>
        </p>
      ) : (
        standing.in_the_way.map((obstacle) => <InTheWay key={obstacle} obstacle={obstacle} standing={standing} />)
      )}
      {isZero(standing.carried) || standing.in_the_way.includes('negative_balance') ? null : (
        <Carried standing={standing} />
      )}
      {standing.schedule === 'monthly' ? (
        <p>
          <Trans>This brand also pays out automatically at the start of each month.</Trans>
        </p>
      ) : null}
      <div className={styles.actions}>
        {isFree ? <Button onClick={() => setOpen('cash-out')}>{t`Cash out ${amount}`}</Button> : null}
        {standing.in_the_way.includes('no_method') ? (
          <Button look={isZero(standing.current) ? 'quiet' : 'solid'} onClick={() => setOpen('bank')}>
            <Trans>Add bank details</Trans>
          </Button>
        ) : null}
      </div>
      <Suspense>
        {open === 'cash-out' ? <CashOutSheet balance={balance} standing={standing} onClose={close} /> : null}
        {open === 'bank' ? <BankForm replaces={false} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useLingui();
  return (
    <div role="status">
      <p>{t(failureText(error))}</p>
      <div className={styles.actions}>
        <Button look="quiet" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}

function Carried({ standing }: { standing: Standing }) {
  const carried = formatMoney(withoutSign(standing.carried));
  return (
    <p>
      {isNegative(standing.carried) ? (
        <Trans>{carried} was deducted for corrections, or refunds after an earlier payout.</Trans>
      ) : (
        <Trans>{carried} of it are bonuses and corrections.</Trans>
      )}
    </p>
  );
}

function InTheWay({ obstacle, standing }: { obstacle: Obstacle; standing: Standing }) {
  const { day, weekday } = useDates();
  const [minimum, missing] = [formatMoney(standing.minimum), formatMoney(standing.missing)];
  const owed = formatMoney(withoutSign(standing.current));
  const usable = standing.method?.usable_from ?? '';
  const [from, on] = usable ? [weekday(usable), day(usable)] : ['', ''];
  const sentences: Record<Obstacle, ReactNode> = {
    nothing_current: isZero(standing.minimum) ? (
      <Trans>Nothing is available right now.</Trans>
    ) : (
      <Trans>Nothing is available right now. The minimum payout is {minimum}.</Trans>
    ),
    below_minimum: (
      <Trans>
        The minimum payout is {minimum}. You need {missing} more.
      </Trans>
    ),
    negative_balance: (
      <Trans>
        An order was refunded after you were paid for it. Your next {owed} in commissions will cover that. You don’t
        have to pay anything back.
      </Trans>
    ),
    no_method: <Trans>You haven’t added bank details yet.</Trans>,
    cooling_off: (
      <Trans>
        For your security, you can use your new bank details from {from}, {on}.
      </Trans>
    ),
  };
  return <p>{sentences[obstacle]}</p>;
}
