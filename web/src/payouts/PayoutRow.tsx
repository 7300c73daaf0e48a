import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { BrandPayout } from '@vitrine/contract/payouts.ts';
import { formatNumber } from '../format/numbers.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMoney, isNegative, isZero, withoutSign } from '../format/money.ts';
import { Button } from '../ui/Button.tsx';
import { TickBox } from '../ui/Tick.tsx';
import type { PayoutStep } from './PayoutAction.tsx';
import styles from './brand-payouts.module.css';

type PayoutRowProps = {
  payout: BrandPayout;
  ticked: boolean;
  onTick?: () => void;
  onStep?: (step: PayoutStep) => void;
};

/** One payout: its creator, amount, dates and next steps. */
export function PayoutRow({ payout, ticked, onTick, onStep }: PayoutRowProps) {
  const { t } = useLingui();
  const { creator_display_name: name, creator, hint, approved_by: approver } = payout;
  const amount = formatMoney(payout.amount);
  const carried = formatMoney(withoutSign(payout.carried));
  const count = formatNumber(payout.commissions);
  const parts = plural(payout.commissions, { one: '# commission', other: `${count} commissions` });
  return (
    <li className={styles.payout}>
      {onTick ? <TickBox checked={ticked} onChange={onTick} aria-label={t`${name}, ${amount}`} /> : null}
      <div className={styles.text}>
        <p className={styles.name}>
          {name} <span className={styles.quiet}>@{creator}</span>
        </p>
        <p className={styles.quiet}>
          <Trans>
            {parts}, to {hint}
          </Trans>
          {isZero(payout.carried) ? null : (
            <>
              {'; '}
              {isNegative(payout.carried) ? (
                <Trans>less {carried} for corrections and refunds</Trans>
              ) : (
                <Trans>plus {carried} in bonuses and corrections</Trans>
              )}
            </>
          )}
        </p>
        <Dates payout={payout} approver={approver} />
        {payout.failure ? <p className={styles.failure}>{payout.failure}</p> : null}
      </div>
      <p className={styles.amount}>{amount}</p>
      {onStep ? <PayoutSteps state={payout.state} onStep={onStep} /> : null}
    </li>
  );
}

function Dates({ payout, approver }: { payout: BrandPayout; approver: string | null }) {
  const { t } = useLingui();
  const { day } = useDates();
  const steps = [
    [payout.monthly ? t`Monthly payout` : t`Requested`, payout.requested_at],
    [approver ? t`approved by ${approver}` : t`approved`, payout.approved_at],
    [t`sent`, payout.sent_at],
    [t`paid`, payout.paid_at],
    [payout.state === 'cancelled' ? t`canceled` : t`failed`, payout.ended_at],
  ].flatMap(([name, at]) => (at ? [`${name} ${day(at)}`] : []));
  return (
    <p className={styles.quiet}>
      {steps.join(', ')}
      {payout.reference ? ` · ${payout.reference}` : null}
    </p>
  );
}

function PayoutSteps({ state, onStep }: { state: BrandPayout['state']; onStep: (step: PayoutStep) => void }) {
  if (state === 'failed' || state === 'cancelled') return null;
  return (
    <div className={styles.actions}>
      {state === 'approved' ? (
        <Button look="quiet" small onClick={() => onStep('send')}>
          <Trans>Mark as sent</Trans>
        </Button>
      ) : null}
      {state === 'approved' || state === 'sent' ? (
        <Button look="quiet" small onClick={() => onStep('pay')}>
          <Trans>Mark as paid</Trans>
        </Button>
      ) : null}
      <Button look="plain" small onClick={() => onStep('fail')}>
        {state === 'requested' ? <Trans>Decline</Trans> : <Trans>Mark as failed</Trans>}
      </Button>
    </div>
  );
}
