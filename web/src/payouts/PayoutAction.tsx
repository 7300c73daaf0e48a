import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { type BrandPayout, failPayout, payPayout, sendPayout } from '@vitrine/contract/payouts.ts';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { formatMoney } from '../format/money.ts';
import { failureText } from '../format/refusals.ts';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './brand-payouts.module.css';

export type PayoutStep = 'send' | 'pay' | 'fail';
type PayoutDeedProps = {
  merchant: string;
  step: PayoutStep;
  payout: BrandPayout;
  onDone: () => Promise<unknown>;
  onClose: () => void;
};

/** One step of a payout, with its bank reference or the reason why it was declined or failed. */
export function PayoutAction({ merchant, step, payout, onDone, onClose }: PayoutDeedProps) {
  const { t } = useLingui();
  const form = useForm<{ words: string }>({ defaultValues: { words: '' } });
  const params = { merchant, payout_id: payout.id };
  const take = (words: string) => {
    if (step === 'send') return call(sendPayout, { params, body: { reference: words } });
    if (step === 'fail') return call(failPayout, { params, body: { reason: words } });
    return call(payPayout, { params, body: words ? { reference: words } : {} });
  };
  const submit = form.handleSubmit(async ({ words }) => {
    try {
      await take(words.trim());
      await onDone();
      showToast(t`Saved. The creator can see it now.`);
      onClose();
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : undefined;
      form.setError(problem?.code === 'validation_failed' ? 'words' : 'root', {
        message: t(failureText(problem)),
      });
    }
  });
  const texts = {
    send: { title: t`Mark as sent`, label: t`Reference`, hint: t`As shown on the creator’s bank statement.` },
    pay: {
      title: t`Mark as paid`,
      label: t`Reference (optional)`,
      hint: t`As shown on the creator’s bank statement.`,
    },
    fail: {
      title: payout.state === 'requested' ? t`Decline this payout?` : t`Mark this payout as failed?`,
      label: t`Reason`,
      hint: t`The creator will read this, and the money becomes available again.`,
    },
  }[step];
  const { errors, isSubmitting } = form.formState;
  const needed = step === 'pay' ? false : step === 'send' ? t`Please enter a reference.` : t`Please enter a reason.`;
  const words = form.register('words', { required: needed });
  const field = { ...words, label: texts.label, hint: texts.hint, error: errors.words?.message };
  return (
    <Drawer
      title={texts.title}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="payout-deed" type="submit" wide busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id="payout-deed" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={desk.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <p>
          {payout.creator_display_name}, {formatMoney(payout.amount)}
        </p>
        {step === 'fail' ? <TextArea {...field} rows={3} maxLength={300} /> : <TextField {...field} maxLength={140} />}
      </form>
    </Drawer>
  );
}
