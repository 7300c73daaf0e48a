import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { installationQuery } from './installation.data.ts';
import { InstallationAddress } from './InstallationAddress.tsx';
import { InstallationName } from './InstallationName.tsx';
import { MailSettings } from './MailSettings.tsx';

export default createLazyRoute('/operator-frame/operator/settings')({ component: OperatorSettingsPage });

function OperatorSettingsPage() {
  const { t } = useLingui();
  const query = useQuery(installationQuery());
  return (
    <>
      <Masthead
        heading={t`Settings`}
        dateline={
          <Link to="/operator/setup">
            <Trans>Open the setup steps</Trans>
          </Link>
        }
      />
      <QueryState query={query} loading={t`Loading settings`} failed={t`We couldn’t load the settings`} rows={3} />
      {query.data ? (
        <div className={desk.sections}>
          <InstallationName installation={query.data} />
          <InstallationAddress installation={query.data} />
          <MailSettings installation={query.data} />
        </div>
      ) : null}
    </>
  );
}
