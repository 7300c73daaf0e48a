import { Trans, useLingui } from '@lingui/react/macro';
import { classes } from '../ui/classes.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { PreferenceChoices } from './PreferenceChoices.tsx';
import styles from './settings.module.css';

/** The same settings in a drawer, which a console opens over any page. */
export function PreferencesDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Drawer title={t`Language and theme`} closeLabel={t`Close`} onClose={onClose}>
      <div className={classes(styles.content, styles.stacked)}>
        <p className={styles.soft}>
          <Trans>Changes apply right away on all your devices.</Trans>
        </p>
        <PreferenceChoices />
      </div>
    </Drawer>
  );
}
