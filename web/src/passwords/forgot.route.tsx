import { Trans, useLingui } from '@lingui/react/macro';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { forgotPassword } from '@vitrine/contract/passwords.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import styles from '../sessions/login.module.css';
import { pageTitle } from '../theme/variant.ts';

export default createLazyRoute('/login-layout/forgot')({ component: ForgotPage });

function ForgotPage() {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLFormElement>(null);
  const asking = useApiMutation({
    mutationFn: (address: string) => call(forgotPassword, { body: { email: address } }),
  });
  const { error } = asking;
  const isFieldWrong = error instanceof ApiProblem && error.errors['email'] !== undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!email.trim());
    if (email.trim()) asking.mutate(email.trim());
    else field.current?.querySelector('input')?.focus();
  };
  if (asking.isSuccess) return <Asked email={email.trim()} onAgain={() => asking.reset()} />;
  return (
    <>
      <title>{pageTitle(t`Forgot password`)}</title>
      <h1 className={styles.heading}>
        <Trans>Forgot password</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>Enter your email and we’ll send you a link to set a new password.</Trans>
      </p>
      <form ref={field} className={styles.form} onSubmit={submit} noValidate>
        {error && !isFieldWrong ? (
          <p role="alert" className={styles.alert}>
            {t(failureText(error))}
          </p>
        ) : null}
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            if (error) asking.reset();
          }}
          error={
            isMissing && !email.trim()
              ? t`Please enter your email address.`
              : isFieldWrong
                ? t`Please enter an email address like name@example.com.`
                : undefined
          }
          autoFocus
        />
        <Button type="submit" wide busy={asking.isPending}>
          <Trans>Send link</Trans>
        </Button>
        <p className={styles.beside}>
          <Link to="/login">
            <Trans>Back to login</Trans>
          </Link>
        </p>
      </form>
    </>
  );
}

/** The same for every address, so that it doesn't reveal whether an account exists. */
function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <div className={styles.done} role="status">
      <h1 className={styles.heading}>
        <Trans>Check your email</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>
          If there’s an account for {email}, we’ve sent it a link. The link works once, for one hour. If it doesn’t
          arrive within a few minutes, check your spam folder or try the address you were invited with.
        </Trans>
      </p>
      <Link to="/login" className={buttonClass()}>
        <Trans>Back to login</Trans>
      </Link>
      <Button look="plain" onClick={onAgain}>
        <Trans>Use another address</Trans>
      </Button>
    </div>
  );
}
