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
type PayoutActionProps = {
  merchant: string;
  step: PayoutStep;
  payout: BrandPayout;
  onDone: () => Promise<unknown>;
  onClose: () => void;
};

/** One step of a payout, with its bank reference or the reason why it was declined or failed. */
export function PayoutAction({ merchant, step, payout, onDone, onClose }: PayoutActionProps) {
  const { t } = useLingui();
  const form = useForm<{ text: string }>({ defaultValues: { text: '' } });
  const params = { merchant, payout_id: payout.id };
  const apply = (text: string) => {
    if (step === 'send') return call(sendPayout, { params, body: { reference: text } });
    if (step === 'fail') return call(failPayout, { params, body: { reason: text } });
    return call(payPayout, { params, body: text ? { reference: text } : {} });
  };
  const submit = form.handleSubmit(async ({ text }) => {
    try {
      await apply(text.trim());
      await onDone();
      showToast(t`Saved. The creator can see it now.`);
      onClose();
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : undefined;
      form.setError(problem?.code === 'validation_failed' ? 'text' : 'root', {
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
  const input = form.register('text', { required: needed });
  const field = { ...input, label: texts.label, hint: texts.hint, error: errors.text?.message };
  return (
    <Drawer
      title={texts.title}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="payout-step" type="submit" wide busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id="payout-step" className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
