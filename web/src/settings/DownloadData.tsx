import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { loadChunk } from '../api/chunk.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { saveEverything } from './settings.data.ts';
import styles from './settings.module.css';

const WithPassword = lazy(() =>
  loadChunk(() => import('../passwords/WithPassword.tsx')).then((part) => ({ default: part.WithPassword })),
);

/** What the file contains, and the button that downloads it after the password. */
export function DownloadData() {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className={styles.soft}>
        <Trans>
          One ZIP file with everything we store about you: your pictures, and a JSON file with the rest, which other
          programs can read.
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
              await saveEverything(proof);
              showToast(t`Your data was downloaded.`);
            }}
          >
            <p>
              <Trans>The file contains private data. Keep it somewhere only you can open it.</Trans>
            </p>
          </WithPassword>
        </Suspense>
      ) : null}
    </>
  );
}
