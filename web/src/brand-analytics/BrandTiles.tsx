import { Trans, useLingui } from '@lingui/react/macro';
import type { BrandAnalytics } from '@vitrine/contract/brand-analytics.ts';
import { useDates } from '../accounts/dates.ts';
import styles from '../analytics/analytics.module.css';
import { Figure, figureClass } from '../ui/Figure.tsx';
import { brandFigureText, brandFigureTexts, changeText } from './brand-analytics-texts.ts';
import { brandFigureNames } from './brand-search.ts';

/** The figures of the range, each with its change when comparing. What these filters have no figure of is left out. */
export function BrandTiles({ data: { now, before, range } }: { data: BrandAnalytics }) {
  const { t } = useLingui();
  const { asOf } = useDates();
  const shown = brandFigureNames.filter(
    (name) => now[name] !== null || name === 'conversion' || name === 'earnings_per_click',
  );
  return (
    <dl className={styles.tiles}>
      {shown.map((name) => {
        const earlier = before ? brandFigureText(name, before) : '';
        const change = before ? changeText(name, now, before) : undefined;
        return (
          <div key={name} className={styles.tile}>
            <dt>{t(brandFigureTexts[name].name)}</dt>
            <dd className={figureClass}>
              <Figure
                name={t(brandFigureTexts[name].name)}
                value={brandFigureText(name, now)}
                meaning={t(brandFigureTexts[name].meaning)}
                asOf={asOf(range.as_of)}
              />
            </dd>
            {before ? (
              <dd className={styles.earlier}>
                {change ? (
                  <Trans>
                    {change} from {earlier}
                  </Trans>
                ) : (
                  <Trans>Before: {earlier}</Trans>
                )}
              </dd>
            ) : null}
          </div>
        );
      })}
    </dl>
  );
}
