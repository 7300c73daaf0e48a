import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { Balance } from '@vitrine/contract/commissions.ts';
import { type CashOut, requestPayout } from '@vitrine/contract/payouts.ts';
import { parsePrice } from '@vitrine/contract/values/prices.ts';
import { formatNumber } from '../format/numbers.ts';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { difference, formatMoney, isNegative, isZero, withoutSign } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './CashOutSheet.module.css';
import { useMoneyMoved } from './payouts.data.ts';

type CashOutSheetProps = { balance: Balance; standing: CashOut; onClose: () => void };
type Typed = { atMost: string };

/** What the payout consists of, where it goes, and the button that requests it. */
export function CashOutSheet({ balance, standing, onClose }: CashOutSheetProps) {
  const { t } = useLingui();
  const moneyMoved = useMoneyMoved();
  const { currency, current, minimum } = standing;
  const form = useForm<Typed>({ defaultValues: { atMost: '' } });
  const [least, most] = [formatMoney(minimum), formatMoney(current)];
  const outOfBounds = isZero(minimum)
    ? t`Please enter an amount up to ${most}, or leave this blank.`
    : t`Please enter an amount from ${least} to ${most}, or leave this blank.`;
  const send = form.handleSubmit(async ({ atMost }) => {
    const limit = atMost.trim() ? parsePrice(atMost, currency) : undefined;
    try {
      const { data: payout } = await call(requestPayout, {
        params: { merchant_account_id: balance.merchant_account_id },
        body: { currency, ...(limit !== undefined && { at_most: limit.toString() }) },
      });
      await moneyMoved();
      const amount = formatMoney(payout.amount);
      showToast(t`Payout of ${amount} requested. We’ve told the brand.`);
      onClose();
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : undefined;
      if (problem?.errors['at_most'])
        form.setError('atMost', {
          message: t`We only pay whole commissions, so this amount is too low. Please enter a higher one.`,
        });
      else form.setError('root', { message: t(failureText(problem)) });
    }
  });
  const isWithin = (typed: string) => {
    if (!typed.trim()) return true;
    const read = parsePrice(typed, currency);
    if (read === undefined || read <= 0n) return outOfBounds;
    return (read >= BigInt(minimum.amount) && read <= BigInt(current.amount)) || outOfBounds;
  };
  const { errors, isSubmitting } = form.formState;
  return (
    <Drawer
      title={t`Cash out`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="cash-out" type="submit" wide busy={isSubmitting}>
          <Trans>Request payout</Trans>
        </Button>
      }
    >
      <form id="cash-out" className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <Sum standing={standing} brand={balance.merchant_display_name} />
        <TextField
          {...form.register('atMost', { validate: isWithin })}
          label={t`Amount (optional)`}
          placeholder={most}
          inputMode="decimal"
          autoComplete="off"
          hint={t`Leave blank to cash out everything. We pay whole commissions, oldest first, so the payout may be a little lower.`}
          error={errors.atMost?.message}
        />
        <p className={styles.quiet}>
          <Trans>
            The brand approves the payout and sends it to your bank. You can cancel it until it’s approved. We’ll email
            you when it’s approved and when it’s paid.
          </Trans>
        </p>
      </form>
    </Drawer>
  );
}

/** What the payout has besides commissions. */
function restRow(carried: CashOut['carried'], names: { more: string; less: string }): [string, string] {
  if (!isNegative(carried)) return [names.more, formatMoney(carried)];
  return [names.less, `− ${formatMoney(withoutSign(carried))}`];
}

function Sum({ standing, brand }: { standing: CashOut; brand: string }) {
  const { t } = useLingui();
  const { current, carried, commissions, method } = standing;
  const count = formatNumber(commissions);
  const rows = [
    [t`From`, brand],
    [
      t`${plural(commissions, { one: `${count} commission`, other: `${count} commissions` })}`,
      formatMoney(difference(current, carried)),
    ],
    ...(isZero(carried)
      ? []
      : [restRow(carried, { more: t`Bonuses and corrections`, less: t`Minus corrections and refunds` })]),
    [t`To`, method?.hint ?? ''],
  ] as const;
  return (
    <>
      <p className={styles.amount}>{formatMoney(current)}</p>
      <dl className={styles.rows}>
        {rows.map(([name, value]) => (
          <div key={name} className={styles.row}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
