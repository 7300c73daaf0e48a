import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import { Button, buttonClass } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import styles from './two-factor.module.css';

/** New recovery codes, which are shown only now. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui();
  const text = codes.join('\n');
  return (
    <Drawer
      title={t`Save your recovery codes`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button wide onClick={onClose}>
          <Trans>I’ve saved them</Trans>
        </Button>
      }
    >
      <div className={styles.form}>
        <p>
          <Trans>
            If you lose your phone, one of these codes logs you in. Each works once. We show them only now, so save them
            where you keep your passwords.
          </Trans>
        </p>
        <ul className={styles.codes} aria-label={t`Recovery codes`}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <CopyButton
            small
            look="quiet"
            text={text}
            label={t`Copy codes`}
            copiedLabel={t`Copied`}
            failedLabel={t`Couldn’t copy`}
          />
          <a
            className={buttonClass({ look: 'quiet', small: true })}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="recovery-codes.txt"
          >
            <IconDownload size={18} stroke={1.6} aria-hidden="true" />
            <Trans>Download</Trans>
          </a>
        </div>
      </div>
    </Drawer>
  );
}
