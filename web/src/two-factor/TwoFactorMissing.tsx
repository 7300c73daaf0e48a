import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import styles from '../settings/settings.module.css';
import { twoFactorQuery } from './two-factor.data.ts';

/** Says why the console sends an operator to their account. */
export function TwoFactorMissing() {
  const { data: twoFactor } = useQuery(twoFactorQuery());
  if (!twoFactor?.is_missing) return null;
  return (
    <div className={styles.confirm} role="status">
      <h2>
        <Trans>Turn on two-factor login first</Trans>
      </h2>
      <p>
        <Trans>
          Operators can reach all data here, so a password alone isn’t enough. Turn on two-factor login under Sign-in
          methods, and the rest of the console opens.
        </Trans>
      </p>
    </div>
  );
}
