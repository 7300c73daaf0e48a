import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { loadChunk } from '../api/chunk.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { SettingsSection } from './SettingsSection.tsx';
import { saveEverything } from './settings.data.ts';
import styles from './settings.module.css';

const WithPassword = lazy(() =>
  loadChunk(() => import('../passwords/WithPassword.tsx')).then((part) => ({ default: part.WithPassword })),
);

export function YourData() {
  const { t } = useLingui();
  const user = useUser();
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsSection id="data" about={<Trans>Download your data at any time.</Trans>}>
      <p className={styles.soft}>
        <Trans>
          One file with your profile, storefronts, links, clicks by day, commissions, payouts, messages and social
          figures. It’s JSON, a text format that other programs can read.
        </Trans>
      </p>
      <Button look="quiet" small onClick={() => setAsking(true)}>
        <IconDownload size={18} stroke={1.6} aria-hidden="true" />
        <Trans>Download your data</Trans>
      </Button>
      {isAsking ? (
        <Suspense>
          <WithPassword
            title={t`Download your data`}
            buttonLabel={t`Download file`}
            onClose={() => setAsking(false)}
            run={async (proof) => {
              await saveEverything(user.user_handle, proof);
              showToast(t`Your data was downloaded.`);
            }}
          >
            <p>
              <Trans>The file contains private data. Keep it somewhere only you can open it.</Trans>
            </p>
          </WithPassword>
        </Suspense>
      ) : null}
    </SettingsSection>
  );
}
