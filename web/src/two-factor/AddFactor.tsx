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
import { Choices } from '../ui/Choices.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { isOfThisPage } from './passkey-host.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { twoFactorQuery } from './two-factor.data.ts';
import { useTwoFactorMutations } from './two-factor.mutations.ts';
import styles from './two-factor.module.css';

type Step =
  | { at: 'password' }
  | { at: 'code'; started: DataOf<typeof startTwoFactor> }
  | { at: 'recovery'; codes: readonly string[] };
type Kind = 'app' | 'passkey';

/**
 * Adding a second factor: the password, then the app's first code or a new passkey, and the recovery codes if it is the
 * first one. `kind`: the only one to add; without it, both can be chosen, and two-factor login is turned on.
 */
export function AddFactor({ kind, onClose }: { kind?: Kind; onClose: () => void }) {
  const { t } = useLingui();
  const { start, addPasskey } = useTwoFactorMutations();
  const { data: twoFactor } = useQuery(twoFactorQuery());
  const [step, setStep] = useState<Step>({ at: 'password' });
  const [chosen, setChosen] = useState<Kind>(kind ?? 'app');
  const canPasskey = twoFactor?.passkey_host != null && isOfThisPage({ host: twoFactor.passkey_host });
  const number = (twoFactor?.passkeys.length ?? 0) + 1;
  const usual = t`Passkey ${number}`;
  const [name, setName] = useState('');
  const onward = useOnward(onClose);
  // The password's own drawer closes itself when it has been confirmed, and the next step takes its place.
  const isGoingOn = useRef(false);
  const goOn = (next: Step) => {
    isGoingOn.current = true;
    setStep(next);
  };
  const finish = (codes: readonly string[], text: string) => {
    if (codes.length > 0) {
      goOn({ at: 'recovery', codes });
      return;
    }
    showToast(text);
    onClose();
  };
  if (step.at === 'code')
    return (
      <FirstCode
        started={step.started}
        onDone={(codes) => finish(codes, t`Authenticator app added.`)}
        onClose={onClose}
      />
    );
  if (step.at === 'recovery') return <RecoveryCodes codes={step.codes} onClose={onward} />;
  const title = { app: t`Add an authenticator app`, passkey: t`Add a passkey` };
  return (
    <WithPassword
      title={kind ? title[kind] : t`Turn on two-factor login`}
      buttonLabel={t`Continue`}
      onClose={() => {
        if (!isGoingOn.current) onClose();
      }}
      run={async (proof) => {
        if (chosen === 'app') goOn({ at: 'code', started: await start(proof) });
        else finish(await addPasskey(proof, name.trim() || usual), t`Passkey added.`);
      }}
      further={
        chosen === 'passkey' ? (
          <TextField
            label={t`Name of the passkey`}
            hint={t`So that you recognize it later, like “my laptop”.`}
            placeholder={usual}
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        ) : undefined
      }
    >
      <About kind={chosen} />
      {kind || !canPasskey ? null : (
        <Choices
          label={t`Second factor`}
          value={chosen}
          choices={[
            {
              value: 'app',
              label: t`Authenticator app`,
              hint: t`A code from an app on your phone, such as Google Authenticator, 1Password or Aegis.`,
            },
            {
              value: 'passkey',
              label: t`Passkey`,
              hint: t`Your device’s fingerprint, face or PIN, or a security key.`,
            },
          ]}
          onChoose={setChosen}
        />
      )}
    </WithPassword>
  );
}

function About({ kind }: { kind: Kind }) {
  return (
    <p>
      {kind === 'app' ? (
        <Trans>Logging in then takes your password and a code from the app.</Trans>
      ) : (
        <Trans>Logging in then takes your password and your passkey. Your browser asks for it next.</Trans>
      )}
    </p>
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
