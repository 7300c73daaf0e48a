import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderDetail } from '@vitrine/contract/orders.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { formatMoney } from '../format/money.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './HeldCommissions.module.css';
import { useHeldMutations } from './held.data.ts';
import { holdNames } from '../orders/order-texts.ts';

type Held = OrderDetail['commissions'][number];

/** The commissions of this order that are on hold, each with its decision. */
export function HeldCommissions({ merchant, sheet }: { merchant: string; sheet: OrderDetail }) {
  return sheet.commissions
    .filter((commission) => commission.held_reason !== null && commission.state === 'pending')
    .map((commission) => (
      <Decision
        key={commission.id}
        merchant={merchant}
        held={commission}
        title={sheet.lines.find((line) => line.line_id === commission.line_id)?.title ?? ''}
      />
    ));
}

const shortestReason = 10;

function Decision({ merchant, held, title }: { merchant: string; held: Held; title: string }) {
  const { t } = useLingui();
  const { release, decline } = useHeldMutations(merchant);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [amount, who] = [formatMoney(held.net), held.creator];
  const { day } = useDates();
  const until = held.hold_expires_at ? day(held.hold_expires_at) : '';
  const why = holdNames[held.held_reason ?? ''];
  const onDecline = () => {
    if (reason.trim().length < shortestReason) {
      setMissing(true);
      return;
    }
    decline.mutate(
      { id: held.id, reason: reason.trim() },
      { onSuccess: () => showToast(t`${amount} declined. The creator can read your reason.`) },
    );
  };
  return (
    <section className={styles.held} aria-label={t`On hold: ${title}`}>
      <p className={desk.quiet}>{title}</p>
      <p>
        <strong>
          <Trans>
            {amount} for @{who} is on hold.
          </Trans>
        </strong>{' '}
        {why ? t(why) : <Trans>The order needs your review.</Trans>}
      </p>
      <p className={desk.quiet}>
        <Trans>If you don’t decide by {until}, it’s released automatically.</Trans>
      </p>
      <TextField
        label={t`Your reason`}
        name="reason"
        value={reason}
        maxLength={500}
        hint={t`Required to decline. The creator will read it.`}
        error={missing ? t`Please enter at least 10 characters.` : undefined}
        onChange={(event) => {
          setReason(event.target.value);
          setMissing(false);
        }}
      />
      <div className={desk.actions}>
        <Button
          small
          busy={release.isPending}
          onClick={() =>
            release.mutate(
              { id: held.id, reason: reason.trim() },
              { onSuccess: () => showToast(t`${amount} released.`) },
            )
          }
        >
          <Trans>Release</Trans>
        </Button>
        <Button small look="quiet" busy={decline.isPending} onClick={onDecline}>
          <Trans>Decline</Trans>
        </Button>
      </div>
      <Refused error={release.error ?? decline.error} />
    </section>
  );
}
