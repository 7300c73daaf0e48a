import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { setUp } from '@vitrine/contract/installation.ts';
import { isPasswordLength } from '@vitrine/contract/passwords.ts';
import { isEmail } from '@vitrine/contract/values/email.ts';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { adoptSession } from '../sessions/session.ts';
import styles from '../sessions/login.module.css';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

type SetupFormProps = {
  code: string;
  onDone: () => void;
  /** The code no longer works. */
  onDead: () => void;
};

const longestName = 80;

/** Creates the first operator and logs them in. */
export function SetupForm({ code, onDone, onDead }: SetupFormProps) {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [input, setInput] = useState({ name: '', email: '', password: '' });
  const [isTried, setTried] = useState(false);
  const creating = useApiMutation({
    mutationFn: async () => {
      const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
      return (await call(setUp, { body: { code, ...input, locale: i18n.locale, time_zone } })).data;
    },
    onSuccess: (session) => {
      adoptSession(queryClient, session);
      onDone();
    },
    onError: (error) => {
      const refused = error instanceof ApiProblem ? error : undefined;
      if (refused?.code === 'setup_code_dead') return onDead();
      const [field] = Object.keys(refused?.errors ?? {});
      if (field) focusOn(field);
    },
  });
  const focusOn = (field: string) => form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus();
  const failure = creating.error instanceof ApiProblem ? creating.error : undefined;
  const isSound = {
    name: input.name.trim() !== '',
    email: isEmail(input.email.trim()),
    password: isPasswordLength(input.password),
  };
  const wrong = (['name', 'email', 'password'] as const).find((field) => !isSound[field]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong) focusOn(wrong);
    else creating.mutate();
  };
  const change = (field: keyof typeof input) => (event: { target: { value: string } }) => {
    setInput((before) => ({ ...before, [field]: event.target.value }));
    if (creating.error) creating.reset();
  };
  const isNamed = failure !== undefined && Object.keys(failure.errors).some((field) => field in input);
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {creating.error && !isNamed ? (
        <p role="alert" className={styles.alert}>
          {t(failureText(creating.error))}
        </p>
      ) : null}
      <TextField
        label={t`Your name`}
        name="name"
        autoComplete="name"
        maxLength={longestName}
        value={input.name}
        onChange={change('name')}
        error={(isTried && !isSound.name) || failure?.errors['name'] ? t`Please enter your name.` : undefined}
        autoFocus
      />
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={input.email}
        onChange={change('email')}
        error={
          isTried && !isSound.email
            ? t`Please enter an email address like name@example.com.`
            : failure?.errors['email']
              ? t`This address already belongs to another account. Please use another one.`
              : undefined
        }
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="new-password"
        showLabel={t`Show password`}
        hideLabel={t`Hide password`}
        value={input.password}
        onChange={change('password')}
        error={
          isTried && !isSound.password
            ? t`Please choose a password of at least 8 characters.`
            : failure?.errors['password']
              ? t`That password is too easy to guess. Don’t use your name or the name of a brand; try three unrelated words.`
              : undefined
        }
        hint={isTried && !isSound.password ? undefined : t`At least 8 characters.`}
      />
      <Button type="submit" wide busy={creating.isPending}>
        <Trans>Create operator</Trans>
      </Button>
    </form>
  );
}
