import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownAccountPaths } from '../accounts/own-account.ts';
import { brandSettingsQuery } from '../brand-settings/brand-settings.data.ts';
import desk from '../consoles/Console.module.css';
import { twoFactorQuery } from '../two-factor/two-factor.data.ts';

/** Says that the brand requires two-factor login for payouts, to staff who don't have it. */
export function TwoFactorForPayouts({ merchant }: { merchant: string }) {
  const settings = useQuery(brandSettingsQuery(merchant));
  const isDemanded = settings.data?.payouts_need_two_factor === true;
  const own = useQuery({ ...twoFactorQuery(), enabled: isDemanded });
  if (!isDemanded || !own.data || own.data.on_since !== null) return null;
  return (
    <p className={desk.alert} role="status">
      <Trans>
        Your brand requires two-factor login to approve and send payouts.{' '}
        <Link to={ownAccountPaths.brand}>Turn it on in your account</Link>, then come back.
      </Trans>
    </p>
  );
}
