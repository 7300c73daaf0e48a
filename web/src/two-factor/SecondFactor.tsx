import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { finishLogin } from '@vitrine/contract/two-factor.ts';
import { type FormEvent, useState } from 'react';
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

/** The second step of a login. `onRestart` goes back to the first one. */
export function SecondFactor({ ticket, onRestart }: { ticket: string; onRestart: () => void }) {
  const { t } = useLingui();
  const finishing = useFinish(ticket);
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('code');
    if (!(field instanceof HTMLInputElement)) return;
    const code = field.value.trim();
    setMissing(code === '');
    if (code === '') field.focus();
    else finishing.mutate(code, { onError: () => field.select() });
  };
  const { data, error } = finishing;
  const isWrong = error instanceof ApiProblem && error.errors['code'] !== undefined;
  const fieldError = isMissing
    ? t`Please enter a code.`
    : isWrong
      ? t`That code is wrong or was already used. Codes of the app change every 30 seconds.`
      : undefined;
  const { name } = variant;
  return (
    <>
      <h1 className={styles.heading}>
        <Trans>Enter a code</Trans>
      </h1>
      <p className={styles.lead}>
        <Trans>Open your authenticator app and enter the code it shows for {name}.</Trans>
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        {data?.outcome === 'barred' ? <BarrierAlert barrier={data.barrier} /> : null}
        {error && !isWrong ? (
          <p className={styles.alert} role="alert">
            {t(failureText(error))}
          </p>
        ) : null}
        <TextField
          label={t`Code`}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          error={fieldError}
          hint={t`Lost your phone? Enter one of your recovery codes.`}
          autoFocus
        />
        <Button type="submit" wide busy={finishing.isPending}>
          <Trans>Log in</Trans>
        </Button>
        <p className={styles.beside}>
          <Button look="plain" small onClick={onRestart}>
            <Trans>Start again</Trans>
          </Button>
        </p>
      </form>
    </>
  );
}

function useFinish(ticket: string) {
  const queryClient = useQueryClient();
  const arrive = useArrival();
  return useApiMutation({
    mutationFn: async (code: string) => {
      const { data } = await call(finishLogin, { body: { ticket, code } });
      forgetGoogleRegistration();
      return adoptSession(queryClient, data);
    },
    onSuccess: async ({ outcome }) => {
      if (outcome === 'signed_in') await arrive();
    },
  });
}
