import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Balance } from '@vitrine/contract/commissions.ts';
import type { CashOut as Standing, Obstacle } from '@vitrine/contract/payouts.ts';
import { useMoments } from '../accounts/moments.ts';
import { loadChunk } from '../api/chunk.ts';
import { formatMoney, isZero, withoutSign } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Bone } from '../ui/Skeleton.tsx';
import styles from './CashOut.module.css';
import { cashOutQuery } from './payouts.data.ts';

const CashOutSheet = lazy(() =>
  loadChunk(() => import('./CashOutSheet.tsx')).then((chunk) => ({ default: chunk.CashOutSheet })),
);
const BankForm = lazy(() => loadChunk(() => import('./BankForm.tsx')).then((chunk) => ({ default: chunk.BankForm })));

/** Whether what is current can be had now; if not, everything that stands in the way, and by when it is gone. */
export function CashOut({ balance }: { balance: Balance }) {
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
          <Trans>{amount} is yours now.</Trans>
        </p>
      ) : (
        standing.in_the_way.map((obstacle) => <InTheWay key={obstacle} obstacle={obstacle} standing={standing} />)
      )}
      {isZero(standing.carried) || standing.in_the_way.includes('negative_balance') ? null : (
        <Carried standing={standing} />
      )}
      {standing.schedule === 'monthly' ? (
        <p>
          <Trans>This brand also pays out by itself at the start of each month.</Trans>
        </p>
      ) : null}
      <div className={styles.deeds}>
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
      <div className={styles.deeds}>
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
      <Trans>{carried} of it made up for a refund that came after you had been paid.</Trans>
    </p>
  );
}

function InTheWay({ obstacle, standing }: { obstacle: Obstacle; standing: Standing }) {
  const { day, weekday } = useMoments();
  const [minimum, missing] = [formatMoney(standing.minimum), formatMoney(standing.missing)];
  const owed = formatMoney(withoutSign(standing.current));
  const usable = standing.method?.usable_from ?? '';
  const [from, on] = usable ? [weekday(usable), day(usable)] : ['', ''];
  const sentences: Record<Obstacle, ReactNode> = {
    nothing_current: <Trans>Nothing is current at the moment. You can cash out from {minimum}.</Trans>,
    below_minimum: (
      <Trans>
        You can cash out from {minimum}; {missing} to go.
      </Trans>
    ),
    negative_balance: (
      <Trans>
        A refund came after you had been paid. {owed} of your next commissions makes up for it; you owe nothing beyond
        them.
      </Trans>
    ),
    no_method: <Trans>It is not known yet where to pay you.</Trans>,
    cooling_off: (
      <Trans>
        Your new bank details can be used from {from}, {on}.
      </Trans>
    ),
    brand_paused: <Trans>This brand is paused and does not pay out at the moment. What is yours stays yours.</Trans>,
  };
  return <p>{sentences[obstacle]}</p>;
}
