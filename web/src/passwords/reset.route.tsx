import { Trans, useLingui } from '@lingui/react/macro';
import { createLazyRoute, Link, useLocation } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { isPasswordLength, resetPassword } from '@vitrine/contract/passwords.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import styles from '../sessions/login.module.css';
import { pageTitle } from '../theme/variant.ts';

export default createLazyRoute('/login-layout/reset-password')({ component: ResetPage });

function ResetPage() {
  const { t } = useLingui();
  const { hash } = useLocation();
  const token = /^#?(vtr_[\w-]{43})$/.exec(hash)?.[1];
  return (
    <>
      <title>{pageTitle(t`Login`)}</title>
      <h1 className={styles.heading}>
        <Trans>Login</Trans>
      </h1>
      {token ? <ChooseNew token={token} /> : <DeadLink />}
    </>
  );
}

/** Setting a password uses up the link; opening the page doesn't. */
function ChooseNew({ token }: { token: string }) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const changing = useApiMutation({ mutationFn: () => call(resetPassword, { body: { token, password } }) });
  const { error } = changing;
  const failure = error instanceof ApiProblem ? error : undefined;
  const isSound = isPasswordLength(password);
  const fieldError = failure?.errors['password']
    ? t`That password is too easy to guess. Don’t use your name or the name of a brand; try three unrelated words.`
    : isTried && !isSound
      ? t`Please choose a password of at least 8 characters.`
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSound) changing.mutate();
    else form.current?.querySelector('input')?.focus();
  };
  if (changing.data) return changing.data.data.is_first ? <FirstSet /> : <Changed />;
  if (failure?.code === 'reset_link_dead') return <DeadLink />;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <h2 className={styles.second}>
        <Trans>Choose a new password</Trans>
      </h2>
      {error && !failure?.errors['password'] ? (
        <p role="alert" className={styles.alert}>
          {t(failureText(failure))}
        </p>
      ) : null}
      <PasswordField
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
        value={password}
        onChange={({ target }) => {
          setPassword(target.value);
          if (error) changing.reset();
        }}
        error={fieldError}
        hint={t`At least 8 characters. If you’re logged in anywhere, you’ll be logged out.`}
        autoFocus
      />
      <Button type="submit" wide busy={changing.isPending}>
        <Trans>Save password</Trans>
      </Button>
    </form>
  );
}

/** Someone who never had a password was logged out of nothing. */
function FirstSet() {
  return (
    <div className={styles.done} role="status">
      <h2 className={styles.second}>
        <Trans>Your password is set</Trans>
      </h2>
      <p className={styles.lead}>
        <Trans>You can now log in with your email and your new password.</Trans>
      </p>
      <LogInLink />
    </div>
  );
}

function LogInLink() {
  return (
    <Link to="/login" className={buttonClass()}>
      <Trans>Log in</Trans>
    </Link>
  );
}

function Changed() {
  return (
    <div className={styles.done} role="status">
      <h2 className={styles.second}>
        <Trans>Password changed</Trans>
      </h2>
      <p className={styles.lead}>
        <Trans>You’ve been logged out everywhere. Log in with your new password.</Trans>
      </p>
      <LogInLink />
    </div>
  );
}

function DeadLink() {
  return (
    <div className={styles.done}>
      <h2 className={styles.second}>
        <Trans>This link no longer works</Trans>
      </h2>
      <p className={styles.lead}>
        <Trans>
          Each link works once and expires after one hour, and only the latest one works. You can request a new one.
        </Trans>
      </p>
      <Link to="/forgot" className={buttonClass()}>
        <Trans>Get a new link</Trans>
      </Link>
    </div>
  );
}
