import { Trans, useLingui } from '@lingui/react/macro';
import { IconDeviceMobile, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Passkey, TwoFactor } from '@vitrine/contract/two-factor.ts';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDates } from '../accounts/dates.ts';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { failureOf } from '../settings/failures.ts';
import styles from '../settings/settings.module.css';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { twoFactorQuery } from './two-factor.data.ts';
import { useTwoFactorMutations } from './two-factor.mutations.ts';
import type { TwoFactorChange } from './TwoFactorDrawer.tsx';
import { isOfThisPage } from './passkey-host.ts';
import own from './two-factor.module.css';

/** The user's second factors. The last one has no button to remove it: two-factor login is turned off instead. */
export function SecondFactors({ onChange }: { onChange: (change: TwoFactorChange) => void }) {
  const { t } = useLingui();
  const { data: twoFactor } = useQuery(twoFactorQuery());
  const { day } = useDates();
  if (!twoFactor || twoFactor.on_since === null) return null;
  const added = twoFactor.app_since === null ? '' : day(twoFactor.app_since);
  const hasSeveral = countOf(twoFactor) > 1;
  return (
    <>
      <ul className={styles.list} aria-label={t`Second factors`}>
        {twoFactor.app_since === null ? null : (
          <Factor
            icon={<IconDeviceMobile size={24} stroke={1.5} aria-hidden="true" />}
            name={t`Authenticator app`}
            about={t`Added ${added}`}
            canGo={hasSeveral}
          />
        )}
        {twoFactor.passkeys.map((passkey) => (
          <PasskeyFactor key={passkey.id} passkey={passkey} canGo={hasSeveral} here={twoFactor.passkey_host} />
        ))}
      </ul>
      <Actions twoFactor={twoFactor} onChange={onChange} />
    </>
  );
}

function countOf({ app_since: app, passkeys }: TwoFactor): number {
  return passkeys.length + (app === null ? 0 : 1);
}

type PasskeyFactorProps = { passkey: Passkey; canGo: boolean; here: string | null };

function PasskeyFactor({ passkey, canGo, here }: PasskeyFactorProps) {
  const { t } = useLingui();
  const { day, moment } = useDates();
  const [added, used] = [day(passkey.created_at), passkey.last_used_at && moment(passkey.last_used_at)];
  const { host } = passkey;
  return (
    <Factor
      icon={<IconKey size={24} stroke={1.5} aria-hidden="true" />}
      name={passkey.name}
      about={[
        used ? t`Passkey, last used ${used}` : t`Passkey, added ${added}`,
        // Where the portal has several addresses, each passkey works at one.
        ...(host === here ? [] : [t`works at ${host}`]),
      ].join(' · ')}
      passkey={passkey}
      canGo={canGo}
    />
  );
}

type FactorProps = { icon: ReactNode; name: string; about: string; passkey?: Passkey; canGo: boolean };

function Factor({ icon, name, about, passkey, canGo }: FactorProps) {
  const { t } = useLingui();
  const { remove } = useTwoFactorMutations();
  const [opened, setOpened] = useState<'name' | 'remove'>();
  const close = () => setOpened(undefined);
  return (
    <li className={styles.device}>
      {icon}
      <div className={styles.factText}>
        <p>{name}</p>
        <p className={styles.hint}>{about}</p>
      </div>
      <div className={own.buttons}>
        {passkey ? (
          <Button look="plain" small aria-label={t`Rename ${name}`} onClick={() => setOpened('name')}>
            <Trans>Rename</Trans>
          </Button>
        ) : null}
        {canGo ? (
          <Button look="plain" small aria-label={t`Remove ${name}`} onClick={() => setOpened('remove')}>
            <Trans>Remove</Trans>
          </Button>
        ) : null}
      </div>
      {opened === 'name' && passkey ? <RenamePasskey passkey={passkey} onClose={close} /> : null}
      {opened === 'remove' ? (
        <WithPassword
          title={t`Remove ${name}?`}
          buttonLabel={t`Remove`}
          onClose={close}
          run={async (proof) => {
            await remove(proof, passkey?.id);
            showToast(t`${name} was removed.`);
          }}
        >
          <p>
            <Trans>
              You can no longer log in with it. Your other second factors and your recovery codes still work.
            </Trans>
          </p>
        </WithPassword>
      ) : null}
    </li>
  );
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const { rename } = useTwoFactorMutations();
  const form = useForm({ defaultValues: { name: passkey.name } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    await rename.mutateAsync({ id: passkey.id, name: name.trim() }).then(onClose, (error: unknown) => {
      form.setError('name', { message: t(failureOf(error).text) }, { shouldFocus: true });
    });
  });
  return (
    <Drawer
      title={t`Rename passkey`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form={id} type="submit" wide busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id={id} className={own.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          {...form.register('name', { validate: (name) => name.trim() !== '' || t`Please enter a name.` })}
          label={t`Name of the passkey`}
          maxLength={60}
          error={errors.name?.message}
        />
      </form>
    </Drawer>
  );
}

function Actions({ twoFactor, onChange }: { twoFactor: TwoFactor; onChange: (change: TwoFactorChange) => void }) {
  const host = twoFactor.passkey_host;
  const isHere = host !== null && isOfThisPage({ host });
  return (
    <div className={styles.actions}>
      {isHere ? (
        <Button look="quiet" small onClick={() => onChange('passkey')}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : null}
      {twoFactor.app_since === null ? (
        <Button look="quiet" small onClick={() => onChange('app')}>
          <Trans>Add an authenticator app</Trans>
        </Button>
      ) : null}
      <Button look="quiet" small onClick={() => onChange('renew')}>
        <Trans>New recovery codes</Trans>
      </Button>
      {twoFactor.is_required ? null : (
        <Button look="plain" small onClick={() => onChange('off')}>
          <Trans>Turn off</Trans>
        </Button>
      )}
      {host === null || isHere ? null : (
        <p className={styles.hint}>
          <Trans>To add a passkey, open the portal at {host}: passkeys don’t work at an IP address.</Trans>
        </p>
      )}
    </div>
  );
}
