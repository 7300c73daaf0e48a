import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '@tabler/icons-react';
import type { Link } from '@vitrine/contract/links.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { nameOf } from './LinkRow.tsx';
import styles from './LinkRow.module.css';

/** The QR code of a link, to download. */
export function LinkCode({ link, onClose }: { link: Link; onClose: () => void }) {
  const { t } = useLingui();
  const name = nameOf(link);
  const files = [
    { ending: 'svg', label: t`SVG, for print` },
    { ending: 'png', label: t`PNG, for stories` },
  ];
  return (
    <Drawer
      title={t`QR code`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <div className={styles.downloads}>
          {files.map(({ ending, label }) => (
            <a
              key={ending}
              className={buttonClass({ look: ending === 'svg' ? 'solid' : 'quiet' })}
              href={`/media/qr/${link.code}.${ending}`}
              download={`${link.code}.${ending}`}
            >
              <IconDownload size={18} stroke={1.6} aria-hidden="true" />
              {label}
            </a>
          ))}
        </div>
      }
    >
      <figure className={styles.qr}>
        <img src={`/media/qr/${link.code}.svg`} width="320" height="320" alt={t`QR code for ${name}`} />
        <figcaption>
          <span className={styles.name}>{name}</span>
          <span className={styles.url}>{link.short_url.replace(/^https?:\/\//, '')}</span>
        </figcaption>
      </figure>
      <p className={styles.hint}>
        <Trans>You can change the link’s destination later without reprinting the code.</Trans>
      </p>
    </Drawer>
  );
}
