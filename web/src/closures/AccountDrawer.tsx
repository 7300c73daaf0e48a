import { Trans, useLingui } from '@lingui/react/macro';
import { Drawer } from '../ui/Drawer.tsx';
import { DownloadData } from '../settings/DownloadData.tsx';
import { CloseAccount } from './CloseAccount.tsx';
import styles from './closures.module.css';

/** The user's own account in a drawer, for consoles, which have no page of account settings. */
export function AccountDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Drawer title={t`Your account and data`} closeLabel={t`Close`} onClose={onClose}>
      <section className={styles.facts} aria-labelledby="own-data">
        <h3 id="own-data">
          <Trans>Your data</Trans>
        </h3>
        <DownloadData />
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
