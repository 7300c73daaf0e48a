import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { classes } from '../ui/classes.ts';
import styles from './Composer.module.css';
import type { PictureDrafts } from './picture-drafts.ts';

/** The pictures of the message being written, with their upload progress. */
export function PictureStrip({ drafts }: { drafts: PictureDrafts }) {
  const { t } = useLingui();
  return (
    <ul className={styles.strip} aria-label={t`Pictures in this message`}>
      {drafts.list.map(({ key, file, preview, progress, picture, failed }) => (
        <li key={key} className={classes(styles.draft, failed && styles.failed)}>
          {preview ? <img className={styles.preview} src={preview} alt={file.name} /> : null}
          {picture || failed ? null : (
            <progress className={styles.progress} value={progress} max={1} aria-label={t`Uploading ${file.name}`} />
          )}
          {failed ? (
            <button type="button" className={styles.again} onClick={() => drafts.again(key)}>
              <Trans>Try again</Trans>
            </button>
          ) : null}
          <button
            type="button"
            className={styles.remove}
            aria-label={t`Remove ${file.name}`}
            onClick={() => drafts.remove(key)}
          >
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
