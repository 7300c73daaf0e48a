import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { GoogleTicket } from '@vitrine/contract/google.ts';
import { isPasswordLength } from '@vitrine/contract/passwords.ts';
import { isEmail } from '@vitrine/contract/values/email.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import styles from './register.module.css';
import type { FieldErrors } from './Registration.tsx';
import type { Draft } from './registration-draft.ts';

type RegisterAccessProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  errors: FieldErrors;
  clear: (field: keyof FieldErrors) => void;
  /** The masked address that was invited; the account gets it. */
  boundTo: string | null;
  ticket: GoogleTicket | undefined;
  password: string;
  onPassword: (password: string) => void;
  onBack: () => void;
  onDone: () => void;
};

/** Email and password to log in with. */
export function RegisterAccess(props: RegisterAccessProps) {
  const { draft, change, errors, clear, boundTo, ticket, password, onPassword, onBack, onDone } = props;
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [isTried, setTried] = useState(false);
  const isEmailSound = boundTo !== null || isEmail(draft.email);
  const isPasswordSound = ticket !== undefined || isPasswordLength(password);
  const emailError =
    errors.email ?? (isTried && !isEmailSound ? t`Please enter an email address like name@example.com.` : undefined);
  const passwordError =
    errors.password ??
    (isTried && !isPasswordSound ? t`Please choose a password of at least 8 characters.` : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const missing =
      !isEmailSound || errors.email ? 'email' : !isPasswordSound || errors.password ? 'password' : undefined;
    if (missing) form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
    else onDone();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {boundTo === null ? (
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          value={draft.email}
          onChange={({ target: { value } }) => {
            clear('email');
            change({ email: value });
          }}
          error={emailError}
          hint={
            errors.email ? (
              <Link to="/login">
                <Trans>Log in instead</Trans>
              </Link>
            ) : undefined
          }
          autoFocus={!draft.email}
        />
      ) : (
        <p className={styles.fixed}>
          <Trans>You’ll log in with the email that was invited:</Trans>
          <strong>{boundTo}</strong>
        </p>
      )}
      {ticket ? null : (
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="new-password"
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
          value={password}
          onChange={({ target: { value } }) => {
            clear('password');
            onPassword(value);
          }}
          error={passwordError}
          // The error already names the minimum length.
          hint={
            passwordError ? undefined : t`At least 8 characters. Three unrelated words are safe and easy to remember.`
          }
          autoFocus={boundTo !== null || draft.email !== ''}
        />
      )}
      <div className={styles.buttons}>
        <Button look="quiet" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button type="submit">
          <Trans>Continue</Trans>
        </Button>
      </div>
    </form>
  );
}
