import { Plural, Trans } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { loadChunk } from '../api/chunk.ts';
import { settingsQuery } from '../settings/settings.data.ts';
import styles from '../settings/settings.module.css';
import { Button } from '../ui/Button.tsx';
import { twoFactorQuery } from './two-factor.data.ts';
import own from './two-factor.module.css';
import type { TwoFactorChange } from './TwoFactorDrawer.tsx';

const TwoFactorDrawer = lazy(() =>
  loadChunk(() => import('./TwoFactorDrawer.tsx')).then((part) => ({ default: part.TwoFactorDrawer })),
);
const SecondFactors = lazy(() =>
  loadChunk(() => import('./SecondFactors.tsx')).then((part) => ({ default: part.SecondFactors })),
);

/** Two-factor login among the sign-in methods. */
export function TwoFactorSetting() {
  const { data: settings } = useSuspenseQuery(settingsQuery());
  const { data: twoFactor } = useQuery(twoFactorQuery());
  const [change, setChange] = useState<TwoFactorChange>();
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
          <Button look="quiet" small onClick={() => setChange('on')}>
            <Trans>Turn on two-factor login</Trans>
          </Button>
        ) : null}
      </div>
      <Suspense>{isOn ? <SecondFactors onChange={setChange} /> : null}</Suspense>
      <Suspense>{change ? <TwoFactorDrawer change={change} onClose={() => setChange(undefined)} /> : null}</Suspense>
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
