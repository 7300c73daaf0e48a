import { Trans, useLingui } from '@lingui/react/macro';
import { Drawer } from '../ui/Drawer.tsx';
import { lazy, Suspense } from 'react';
import { loadPart } from '../locales/texts.ts';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { CloseAccount } from './CloseAccount.tsx';
import styles from './closures.module.css';

const DownloadData = lazy(() =>
  loadPart('settings', () => import('../settings/DownloadData.tsx')).then((part) => ({ default: part.DownloadData })),
);

/** The user's own account in a drawer, for consoles, which have no page of account settings. */
export function AccountDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Drawer title={t`Your account and data`} closeLabel={t`Close`} onClose={onClose}>
      <section className={styles.facts} aria-labelledby="own-data">
        <h3 id="own-data">
          <Trans>Your data</Trans>
        </h3>
        <Suspense
          fallback={
            <Loading label={t`Loading`}>
              <Bone />
            </Loading>
          }
        >
          <DownloadData />
        </Suspense>
      </section>
      <section className={styles.facts} aria-labelledby="close-account">
        <h3 id="close-account">
          <Trans>Close account</Trans>
        </h3>
        <CloseAccount />
      </section>
    </Drawer>
  );
}
