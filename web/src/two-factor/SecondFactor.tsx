import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { finishLogin } from '@vitrine/contract/two-factor.ts';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { forgetGoogleRegistration } from '../google/registration-flags.ts';
import { useArrival } from '../sessions/arrival.ts';
import { BarrierAlert } from '../sessions/BarrierAlert.tsx';
import styles from '../sessions/login.module.css';
import { adoptSession } from '../sessions/session.ts';
import { variant } from '../theme/variant.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { isOfThisPage } from './passkey-host.ts';
import { loadPasskeys, passkeyForLogin, waysOfLogin } from './passkeys.ts';

/** The second step of a login. `onRestart` goes back to the first one. */
export function SecondFactor({ ticket, onRestart }: { ticket: string; onRestart: () => void }) {
  const finishing = useFinish(ticket);
  const [wantsCode, setWantsCode] = useState(false);
  const ways = useQuery({
    queryKey: ['second-factor', ticket],
    queryFn: ({ signal }) => waysOfLogin(ticket, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    // The login that is finished empties the cache, and a used ticket has no ways on.
    enabled: finishing.isIdle,
  });
  if (ways.isPending && finishing.isIdle) return null;
  const askedAt = ways.data?.request?.rpId;
  // The server can't tell localhost from an IP address of this machine; the page can.
  const hasPasskey = askedAt !== undefined && isOfThisPage({ host: askedAt });
  const elsewhere = [...(askedAt === undefined ? [] : [askedAt]), ...(ways.data?.elsewhere ?? [])];
  const takesAppCodes = ways.data?.takes_app_codes ?? true;
  const other = (
    <p className={styles.beside}>
      {hasPasskey ? (
        <Button
          look="plain"
          small
          onClick={() => {
            finishing.reset();
            setWantsCode(!wantsCode);
          }}
        >
          <OtherWay wantsCode={wantsCode} takesAppCodes={takesAppCodes} />
        </Button>
      ) : null}
      <Button look="plain" small onClick={onRestart}>
        <Trans>Start again</Trans>
      </Button>
    </p>
  );
  if (hasPasskey && !wantsCode) return <ByPasskey finishing={finishing} other={other} />;
  return (
    <ByCode finishing={finishing} takesAppCodes={takesAppCodes} elsewhere={hasPasskey ? [] : elsewhere} other={other} />
  );
}

function OtherWay({ wantsCode, takesAppCodes }: { wantsCode: boolean; takesAppCodes: boolean }) {
  if (wantsCode) return <Trans>Use a passkey instead</Trans>;
  return takesAppCodes ? <Trans>Enter a code instead</Trans> : <Trans>Enter a recovery code instead</Trans>;
}

type WayProps = { finishing: ReturnType<typeof useFinish>; other: ReactNode };

function ByPasskey({ finishing, other }: WayProps) {
  // Some browsers ask for a passkey only shortly after a click, so nothing is loaded in between.
  useEffect(() => {
    void loadPasskeys().catch(() => undefined);
  }, []);
  const { name } = variant;
  return (
    <>
      <h1 className={styles.heading}>
        <Trans>Use your passkey</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>Confirm with your fingerprint, face, PIN or security key to log in to {name}.</Trans>
      </p>
      <div className={styles.form}>
        <Outcome finishing={finishing} />
        <Button wide autoFocus busy={finishing.isPending} onClick={() => finishing.mutate('passkey')}>
          <Trans>Use passkey</Trans>
        </Button>
        {other}
      </div>
    </>
  );
}

type CodeProps = WayProps & { takesAppCodes: boolean; elsewhere: readonly string[] };

function ByCode({ finishing, takesAppCodes, elsewhere, other }: CodeProps) {
  const { t } = useLingui();
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('code');
    if (!(field instanceof HTMLInputElement)) return;
    const code = field.value.trim();
    setMissing(code === '');
    if (code === '') field.focus();
    else finishing.mutate({ code }, { onError: () => field.select() });
  };
  const fieldError = isMissing
    ? t`Please enter a code.`
    : isRefused(finishing.error, 'code')
      ? t`That code is wrong or was already used. Codes of the app change every 30 seconds.`
      : undefined;
  const { name } = variant;
  const places = elsewhere.join(', ');
  return (
    <>
      <h1 className={styles.heading}>
        {takesAppCodes ? <Trans>Enter a code</Trans> : <Trans>Enter a recovery code</Trans>}
      </h1>
      <p className={styles.lead}>
        {takesAppCodes ? (
          <Trans>Open your authenticator app and enter the code it shows for {name}.</Trans>
        ) : (
          <Trans>Enter one of the codes that you saved when you turned on two-factor login.</Trans>
        )}
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Outcome finishing={finishing} />
        <TextField
          label={takesAppCodes ? t`Code` : t`Recovery code`}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={fieldError}
          hint={
            places
              ? t`Your passkeys work only at ${places}. Here, enter a code.`
              : takesAppCodes
                ? t`Lost your phone? Enter one of your recovery codes.`
                : undefined
          }
          autoFocus
        />
        <Button type="submit" wide busy={finishing.isPending}>
          <Trans>Log in</Trans>
        </Button>
        {other}
      </form>
    </>
  );
}

function isRefused(error: unknown, field: 'code' | 'passkey'): boolean {
  return error instanceof ApiProblem && error.errors[field] !== undefined;
}

/** Why the login didn't go on, unless the field itself says it. */
function Outcome({ finishing: { data, error } }: Pick<WayProps, 'finishing'>) {
  const { t } = useLingui();
  if (data?.outcome === 'barred') return <BarrierAlert barrier={data.barrier} />;
  if (!error || isRefused(error, 'code')) return null;
  return (
    <p className={styles.alert} role="alert">
      {isRefused(error, 'passkey')
        ? t`That passkey didn’t work. Please try again, or log in another way.`
        : t(failureText(error))}
    </p>
  );
}

function useFinish(ticket: string) {
  const queryClient = useQueryClient();
  const arrive = useArrival();
  return useApiMutation({
    mutationFn: async (given: { code: string } | 'passkey') => {
      const factor = given === 'passkey' ? { passkey: await passkeyForLogin(ticket) } : given;
      const { data } = await call(finishLogin, { body: { ticket, ...factor } });
      forgetGoogleRegistration();
      return adoptSession(queryClient, data);
    },
    onSuccess: async ({ outcome }) => {
      if (outcome === 'signed_in') await arrive();
    },
  });
}
