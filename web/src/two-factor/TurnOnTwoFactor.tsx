import { Trans, useLingui } from '@lingui/react/macro';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { startTwoFactor } from '@vitrine/contract/two-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { useArrival } from '../sessions/arrival.ts';
import { failureOf } from '../settings/failures.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { twoFactorQuery, useTwoFactorMutations } from './two-factor.data.ts';
import styles from './two-factor.module.css';

type Step =
  | { at: 'password' }
  | { at: 'code'; started: DataOf<typeof startTwoFactor> }
  | { at: 'recovery'; codes: readonly string[] };

/** Turning two-factor login on: the password, the app's first code, the recovery codes. */
export function TurnOnTwoFactor({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { start } = useTwoFactorMutations();
  const [step, setStep] = useState<Step>({ at: 'password' });
  const onward = useOnward(onClose);
  // The password's own drawer closes itself when it has been confirmed, and the next step takes its place.
  const isConfirmed = useRef(false);
  if (step.at === 'code')
    return (
      <FirstCode started={step.started} onDone={(codes) => setStep({ at: 'recovery', codes })} onClose={onClose} />
    );
  if (step.at === 'recovery') return <RecoveryCodes codes={step.codes} onClose={onward} />;
  return (
    <WithPassword
      title={t`Turn on two-factor login`}
      buttonLabel={t`Continue`}
      onClose={() => {
        if (!isConfirmed.current) onClose();
      }}
      run={async (proof) => {
        const started = await start(proof);
        isConfirmed.current = true;
        setStep({ at: 'code', started });
      }}
    >
      <p>
        <Trans>
          After that, logging in takes your password and a code from an app on your phone, such as Google Authenticator,
          1Password or Aegis.
        </Trans>
      </p>
    </WithPassword>
  );
}

/** An operator who had to turn it on goes on to where they wanted to go. */
function useOnward(onClose: () => void): () => void {
  const { data: twoFactor } = useQuery(twoFactorQuery());
  const [wasMissing] = useState(twoFactor?.is_missing === true);
  const arrive = useArrival();
  return () => {
    onClose();
    if (wasMissing) void arrive();
  };
}

type FirstCodeProps = {
  started: DataOf<typeof startTwoFactor>;
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
};

function FirstCode({ started, onDone, onClose }: FirstCodeProps) {
  const { t } = useLingui();
  const id = useId();
  const { confirm } = useTwoFactorMutations();
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    await confirm.mutateAsync(code.trim()).then(onDone, (error: unknown) => {
      const { fields, text } = failureOf(error);
      const message = fields.has('code') ? t`That’s not the code the app shows now. Please try again.` : t(text);
      form.setError('code', { message }, { shouldFocus: true });
    });
  });
  const grouped = (started.secret.match(/.{1,4}/g) ?? []).join(' ');
  return (
    <Drawer
      title={t`Scan the code`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form={id} type="submit" wide busy={isSubmitting}>
          <Trans>Turn on</Trans>
        </Button>
      }
    >
      <form id={id} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>
          <Trans>Scan this with your authenticator app. Then enter the six digits that the app shows.</Trans>
        </p>
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(started.qr_svg)}`}
          width="240"
          height="240"
          alt={t`QR code for your authenticator app`}
        />
        <p className={styles.secret}>
          <Trans>Can’t scan it? Enter this key in the app:</Trans> <code>{grouped}</code>
        </p>
        <TextField
          {...form.register('code', { validate: (code) => code.trim() !== '' || t`Please enter a code.` })}
          label={t`Code from the app`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={errors.code?.message}
        />
      </form>
    </Drawer>
  );
}
