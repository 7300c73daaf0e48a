import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Overview } from '@vitrine/contract/overview.ts';
import { imageSource } from '../format/images.ts';
import { formatNumber } from '../format/numbers.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Picture } from '../ui/Picture.tsx';
import styles from './MostClicked.module.css';

/** As many as fit in one row on a wide window. */
const most = 6;

/** The products with the most clicks. */
export function MostClicked({ placements }: { placements: Overview['top_placements'] }) {
  const { t } = useLingui();
  if (placements.length === 0) return null;
  return (
    <section aria-labelledby="most-clicked">
      <h2 id="most-clicked" className={styles.heading}>
        <Trans>Most clicked</Trans>
      </h2>
      <ol className={styles.list} tabIndex={0} aria-labelledby="most-clicked">
        {placements.slice(0, most).map((placement) => {
          const clicks = formatNumber(placement.clicks);
          return (
            <li key={placement.link_id} className={styles.item}>
              <Picture src={imageSource(placement.image)} name={placement.title} arch />
              <p className={styles.title}>{placement.title}</p>
              <p className={styles.brand}>{placement.merchant_display_name}</p>
              <p className={styles.foot}>
                <span className={styles.clicks}>
                  <Plural value={placement.clicks} one={`${clicks} click`} other={`${clicks} clicks`} />
                </span>
                {placement.taken_down ? (
                  <Link to="/takedowns">
                    <Trans>Taken down</Trans>
                  </Link>
                ) : (
                  <CopyButton
                    small
                    look="plain"
                    text={placement.short_url}
                    label={t`Copy link`}
                    copiedLabel={t`Copied`}
                    failedLabel={t`Couldn’t copy`}
                  />
                )}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
