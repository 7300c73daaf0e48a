import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, useRouter } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { refusalText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import styles from './login.module.css';
import { takeRedirectPath } from './redirect-path.ts';
import { type SignIn, signIn } from './session.ts';

export const loginPage = createLazyRoute('/login-layout/login')({ component: LoginPage });

function LoginPage() {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const signingIn = useSignIn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields = new FormData(form.current ?? undefined);
    const email = String(fields.get('email') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    setMissing({
      ...(!email && { email: t`Please enter your e-mail address.` }),
      ...(!password && { password: t`Please enter your password.` }),
    });
    if (!email || !password) {
      form.current?.querySelector<HTMLInputElement>(`[name=${email ? 'password' : 'email'}]`)?.focus();
      return;
    }
    signingIn.mutate(
      { email, password },
      { onError: () => form.current?.querySelector<HTMLInputElement>('[name=password]')?.select() },
    );
  };
  const fieldError =
    signingIn.error instanceof ApiProblem && signingIn.error.errors['email']
      ? t`That does not look like an e-mail address.`
      : undefined;
  return (
    <>
      <title>{t`Login · Vitrine`}</title>
      <h1 className={styles.heading}>
        <Trans>Login</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>Good to have you back. Your links, your figures and your money are where you left them.</Trans>
      </p>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <LoginAlert error={fieldError ? null : signingIn.error} outcome={signingIn.data?.outcome} />
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          error={missing.email ?? fieldError}
          autoFocus
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          showLabel={t`Show password`}
          hideLabel={t`Hide password`}
          error={missing.password}
        />
        <Button type="submit" wide busy={signingIn.isPending}>
          <Trans>Log in</Trans>
        </Button>
      </form>
    </>
  );
}

function useSignIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const needsLogin = (pathname: string) => {
    const [, , found] = router.getMatchedRoutes(pathname);
    return found?.options.staticData?.access === 'login';
  };
  return useMutation({
    mutationFn: (pair: { email: string; password: string }) => signIn(queryClient, pair),
    onSuccess: async ({ outcome }) => {
      if (outcome === 'signed_in') await router.navigate({ href: takeRedirectPath(needsLogin), replace: true });
    },
  });
}

function LoginAlert({ error, outcome }: { error: Error | null; outcome: SignIn['outcome'] | undefined }) {
  const { t } = useLingui();
  if (outcome === 'not_creator') {
    return (
      <p className={styles.alert} role="alert">
        <Trans>
          This portal is for creators. Brands and operators work with Vitrine through its API, which is told at{' '}
          <a href="/docs">/docs</a>.
        </Trans>
      </p>
    );
  }
  if (outcome === 'not_active') {
    return (
      <p className={styles.alert} role="alert">
        <Trans>
          This account is not active yet, so it cannot be used here. Please finish your registration, or ask the brand
          that invited you.
        </Trans>
      </p>
    );
  }
  if (!error) return null;
  return (
    <p className={styles.alert} role="alert">
      {t(refusalText(error instanceof ApiProblem ? error.code : 'internal'))}
    </p>
  );
}
