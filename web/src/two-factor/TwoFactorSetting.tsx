import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { TwoFactor } from '@vitrine/contract/two-factor.ts';
import { lazy, Suspense, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { loadChunk } from '../api/chunk.ts';
import { settingsQuery } from '../settings/settings.data.ts';
import styles from '../settings/settings.module.css';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { isOfThisPage } from './passkeys.ts';
import { twoFactorQuery, useTwoFactorMutations } from './two-factor.data.ts';
import own from './two-factor.module.css';

const WithPassword = lazy(() =>
  loadChunk(() => import('../passwords/WithPassword.tsx')).then((part) => ({ default: part.WithPassword })),
);
const AddFactor = lazy(() => loadChunk(() => import('./AddFactor.tsx')).then((part) => ({ default: part.AddFactor })));
const SecondFactors = lazy(() =>
  loadChunk(() => import('./SecondFactors.tsx')).then((part) => ({ default: part.SecondFactors })),
);
const RecoveryCodes = lazy(() =>
  loadChunk(() => import('./RecoveryCodes.tsx')).then((part) => ({ default: part.RecoveryCodes })),
);

type Opened = 'on' | 'app' | 'passkey' | 'off' | 'renew' | undefined;

/** Two-factor login among the sign-in methods. */
export function TwoFactorSetting() {
  const { data: settings } = useSuspenseQuery(settingsQuery());
  const { data: twoFactor } = useQuery(twoFactorQuery());
  const [opened, setOpened] = useState<Opened>();
  const isOn = twoFactor?.on_since != null;
  return (
    <div className={own.setting}>
      <div className={styles.fact}>
        <div className={styles.factText}>
          <h3 className={styles.factName}>
            <Trans>Two-factor login</Trans>
          </h3>
          <State />
          {settings.has_password ? null : (
            <p className={styles.hint}>
              <Trans>Set a password first. You need it to turn this on.</Trans>
            </p>
          )}
        </div>
        {twoFactor && settings.has_password && !isOn ? (
          <Button look="quiet" small onClick={() => setOpened('on')}>
            <Trans>Turn on two-factor login</Trans>
          </Button>
        ) : null}
      </div>
      {twoFactor && isOn ? (
        <>
          <Suspense>
            <SecondFactors />
          </Suspense>
          <Actions twoFactor={twoFactor} open={setOpened} />
        </>
      ) : null}
      <Opening opened={opened} open={setOpened} />
    </div>
  );
}

function Actions({ twoFactor, open }: { twoFactor: TwoFactor; open: (next: Opened) => void }) {
  const host = twoFactor.passkey_host;
  const isHere = host !== null && isOfThisPage({ host });
  return (
    <div className={styles.actions}>
      {isHere ? (
        <Button look="quiet" small onClick={() => open('passkey')}>
          <Trans>Add a passkey</Trans>
        </Button>
      ) : null}
      {twoFactor.app_since === null ? (
        <Button look="quiet" small onClick={() => open('app')}>
          <Trans>Add an authenticator app</Trans>
        </Button>
      ) : null}
      <Button look="quiet" small onClick={() => open('renew')}>
        <Trans>New recovery codes</Trans>
      </Button>
      {twoFactor.is_required ? null : (
        <Button look="plain" small onClick={() => open('off')}>
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

function State() {
  const { data: twoFactor } = useQuery(twoFactorQuery());
  const { day } = useDates();
  if (!twoFactor) return null;
  if (twoFactor.on_since === null)
    return (
      <p className={styles.factValue}>
        <Trans>Off. Turn it on and no one can log in with your password alone.</Trans>
      </p>
    );
  const since = day(twoFactor.on_since);
  return (
    <p className={styles.factValue}>
      <Trans>On since {since}</Trans>
      {' · '}
      <Plural value={twoFactor.recovery_codes_left} one="# recovery code left" other="# recovery codes left" />
    </p>
  );
}

function Opening({ opened, open }: { opened: Opened; open: (next: Opened) => void }) {
  const { t } = useLingui();
  const { renew, turnOff } = useTwoFactorMutations();
  const [renewed, setRenewed] = useState<readonly string[]>();
  const close = () => open(undefined);
  return (
    <Suspense>
      {opened === 'on' ? <AddFactor onClose={close} /> : null}
      {opened === 'app' || opened === 'passkey' ? <AddFactor kind={opened} onClose={close} /> : null}
      {opened === 'off' ? (
        <WithPassword
          title={t`Turn off two-factor login?`}
          buttonLabel={t`Turn off`}
          onClose={close}
          run={async (proof) => {
            await turnOff(proof);
            showToast(t`Two-factor login is off.`);
          }}
        >
          <p>
            <Trans>
              After that, your password alone logs you in. Your app, passkeys and recovery codes no longer work for it.
            </Trans>
          </p>
        </WithPassword>
      ) : null}
      {opened === 'renew' ? (
        <WithPassword
          title={t`New recovery codes`}
          buttonLabel={t`Get new codes`}
          onClose={close}
          run={async (proof) => setRenewed(await renew(proof))}
        >
          <p>
            <Trans>You get ten new codes. The old ones stop working.</Trans>
          </p>
        </WithPassword>
      ) : null}
      {renewed ? <RecoveryCodes codes={renewed} onClose={() => setRenewed(undefined)} /> : null}
    </Suspense>
  );
}
