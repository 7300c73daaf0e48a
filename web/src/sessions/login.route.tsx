import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, Link, useLocation, useNavigate } from '@tanstack/react-router';
import type { Barrier } from '@vitrine/contract/values/user-status.ts';
import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { loadPart } from '../locales/texts.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import { hasTokenEnded } from '../api/token.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useArrival } from './arrival.ts';
import { BarrierAlert } from './BarrierAlert.tsx';
import { GoogleButton } from '../google/GoogleButton.tsx';
import { useGoogleReturn } from '../google/google-return.ts';
import { readInvitationCode } from '../invitations/invitation-code.ts';
import styles from './login.module.css';
import { portalQuery } from '../accounts/portal.data.ts';
import { readDraft } from '../invitations/registration-draft.ts';
import { noteStepTwo } from '../google/registration-flags.ts';
import { signIn } from './session.ts';
import { pageTitle } from '../theme/variant.ts';

const SecondFactor = lazy(() =>
  loadPart('codes', () => import('../two-factor/SecondFactor.tsx')).then((part) => ({ default: part.SecondFactor })),
);

export default createLazyRoute('/login-layout/login')({ component: LoginPage });

function LoginPage() {
  const { t } = useLingui();
  const signingIn = useSignIn();
  const coming = useGoogleArrival();
  const sentHere = useLocation({ select: ({ state }) => state });
  const result = coming.state === 'back' ? coming.result : undefined;
  const answer = signingIn.data ?? result;
  const ticket = answer?.outcome === 'second_factor' ? answer.ticket : sentHere.ticket;
  const [left, setLeft] = useState<string>();
  const isSecond = ticket !== undefined && ticket !== left;
  return (
    <>
      <title>{pageTitle(t`Login`)}</title>
      {isSecond ? (
        <Suspense>
          <SecondFactor
            ticket={ticket}
            onRestart={() => {
              signingIn.reset();
              setLeft(ticket);
            }}
          />
        </Suspense>
      ) : (
        <FirstFactor signingIn={signingIn} coming={coming} sentHereFor={sentHere.barrier} />
      )}
    </>
  );
}

type FirstFactorProps = {
  signingIn: ReturnType<typeof useSignIn>;
  coming: ReturnType<typeof useGoogleReturn>;
  sentHereFor: Barrier | undefined;
};

function FirstFactor({ signingIn, coming, sentHereFor }: FirstFactorProps) {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields = new FormData(form.current ?? undefined);
    const email = String(fields.get('email') ?? '').trim();
    const password = String(fields.get('password') ?? '');
    setMissing({
      ...(!email && { email: t`Please enter your email address.` }),
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
  const result = coming.state === 'back' ? coming.result : undefined;
  const answer = signingIn.data ?? result;
  const barrier = answer?.outcome === 'barred' ? answer.barrier : sentHereFor;
  const fieldError =
    signingIn.error instanceof ApiProblem && signingIn.error.errors['email']
      ? t`Please enter an email address like name@example.com.`
      : undefined;
  return (
    <>
      <h1 className={styles.heading}>
        <Trans>Login</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>Welcome back. Log in to your account.</Trans>
      </p>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <LoginAlert
          error={fieldError ? null : (signingIn.error ?? (coming.state === 'failed' ? coming.error : null))}
          isUnknown={!signingIn.data && result?.outcome === 'ticket'}
          barrier={signingIn.isIdle || signingIn.data ? barrier : undefined}
          hasEnded={signingIn.isIdle && hasTokenEnded()}
        />
        <TextField
          label={t`Email`}
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
        <Button type="submit" wide busy={signingIn.isPending || coming.state === 'waiting'}>
          <Trans>Log in</Trans>
        </Button>
        <p className={styles.beside}>
          <Link to="/forgot">
            <Trans>Forgot password?</Trans>
          </Link>
        </p>
      </form>
      <WithGoogle />
    </>
  );
}

/** The other sign-in method, if this installation has one. */
function WithGoogle() {
  const { data: portal } = useQuery(portalQuery());
  return portal?.google ? (
    <div className={styles.other}>
      <GoogleButton intent="login" />
    </div>
  ) : null;
}

function useSignIn() {
  const queryClient = useQueryClient();
  const arrive = useArrival();
  return useApiMutation({
    mutationFn: (pair: { email: string; password: string }) => signIn(queryClient, pair),
    onSuccess: async ({ outcome }) => {
      if (outcome === 'signed_in') await arrive();
    },
  });
}

/** After Google: logs the user in, or continues a registration if there is an invitation. */
function useGoogleArrival() {
  const coming = useGoogleReturn();
  const arrive = useArrival();
  const navigate = useNavigate();
  const came = useEffectEvent(async (coming: ReturnType<typeof useGoogleReturn>) => {
    if (coming.state !== 'back') return;
    const { result } = coming;
    if (result.outcome === 'signed_in') await arrive();
    if (result.outcome !== 'ticket' || !(readInvitationCode() || readDraft())) return;
    noteStepTwo(result.ticket);
    await navigate({ to: '/register', replace: true });
  });
  useEffect(() => {
    void came(coming);
  }, [coming]);
  return coming;
}

type AlertProps = { error: Error | null; isUnknown: boolean; barrier: Barrier | undefined; hasEnded: boolean };

function LoginAlert({ error, isUnknown, barrier, hasEnded }: AlertProps) {
  const { t } = useLingui();
  if (isUnknown) {
    return (
      <p className={styles.alert} role="alert">
        <Trans>
          No account uses this Google account yet. To join, open the invitation link that a brand sent you. If you
          already have a password, log in with it.
        </Trans>
      </p>
    );
  }
  if (barrier) return <BarrierAlert barrier={barrier} />;
  if (!error && !hasEnded) return null;
  return (
    <p className={styles.alert} role="alert">
      {error ? t(failureText(error)) : <Trans>Your session has ended. Please log in again.</Trans>}
    </p>
  );
}
