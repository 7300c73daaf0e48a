import { Trans, useLingui } from '@lingui/react/macro';
import type { readMail } from '@vitrine/contract/operators.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { useForm } from 'react-hook-form';
import { useDates } from '../accounts/dates.ts';
import { PasswordAgain } from '../passwords/PasswordAgain.tsx';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { TextField } from '../ui/Field.tsx';
import { useHandOver } from './operators.data.ts';
import styles from './operators.module.css';

const shortestReason = 10;
type Mail = DataOf<typeof readMail>;

/** The link in an email is hidden from operators. Without a mail server they can get it, to give it to the recipient. */
export function HandOverLink({ mail }: { mail: Mail }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const handOver = useHandOver(mail.id);
  const form = useForm({ defaultValues: { reason: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    await handOver.mutateAsync(input).catch((error: unknown) => {
      const problem = error instanceof ApiProblem ? error : undefined;
      if (problem?.errors['password'])
        form.setError('password', { message: t`That’s not your password.` }, { shouldFocus: true });
      else form.setError('root', { message: t(failureText(problem)) });
    });
  });
  const { link } = mail;
  if (!link) return null;
  const until = moment(link.expires_at);
  if (handOver.data) {
    return (
      <div className={styles.handover} role="status">
        <p>
          <strong>
            <Trans>
              Give this link only to {mail.recipient}. It’s valid until {until}.
            </Trans>
          </strong>
        </p>
        <code className={desk.code}>{handOver.data.url}</code>
        <div className={desk.actions}>
          <CopyButton
            small
            text={handOver.data.url}
            label={t`Copy link`}
            copiedLabel={t`Copied`}
            failedLabel={t`Couldn’t copy`}
          />
        </div>
      </div>
    );
  }
  return (
    <section className={styles.handover} aria-labelledby="hand-over">
      <h3 id="hand-over">
        <Trans>Link in this email</Trans>
      </h3>
      <p className={desk.quiet}>
        {link.state === 'sent' ? <Trans>The link went out with the email. It’s hidden here.</Trans> : null}
        {link.state === 'expired' ? <Trans>The link has expired. Ask the recipient to request a new one.</Trans> : null}
        {link.state === 'waiting' && !link.can_be_handed_over ? (
          <Trans>The link gives access to an account, so it’s hidden here. It goes out with the email.</Trans>
        ) : null}
        {link.can_be_handed_over ? (
          <Trans>
            No mail server is set up, so this email can’t be sent. You can get its link and give it to the recipient.
            This is logged, and the account’s owner can see your name and reason.
          </Trans>
        ) : null}
      </p>
      {link.can_be_handed_over ? (
        <form className={desk.form} onSubmit={(event) => void submit(event)} noValidate>
          {errors.root ? (
            <p role="alert" className={desk.alert}>
              {errors.root.message}
            </p>
          ) : null}
          <TextField
            label={t`Reason for sharing the link`}
            error={errors.reason?.message}
            {...form.register('reason', {
              validate: (reason) => reason.trim().length >= shortestReason || t`Please enter at least 10 characters.`,
            })}
          />
          <PasswordAgain
            {...form.register('password', { required: t`Please enter your password.` })}
            error={errors.password?.message}
          />
          <div className={desk.actions}>
            <Button type="submit" busy={isSubmitting}>
              <Trans>Get link</Trans>
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
