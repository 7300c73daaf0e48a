import { Trans, useLingui } from '@lingui/react/macro';
import type { AnalyticsFigures } from '@vitrine/contract/analytics.ts';
import { useDates } from '../accounts/dates.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import styles from './analytics.module.css';
import { figureNames, figureText, figureLabels } from './analytics-texts.ts';

type FigureTilesProps = { now: AnalyticsFigures; before: AnalyticsFigures | undefined; asOf: string };

/** All figures of the range; each opens its explanation. */
export function FigureTiles({ now, before, asOf: at }: FigureTilesProps) {
  const { t } = useLingui();
  const { asOf } = useDates();
  return (
    <dl className={styles.tiles}>
      {figureNames.map((name) => {
        const earlier = before ? figureText(name, before) : '';
        return (
          <div key={name} className={styles.tile}>
            <dt>{t(figureLabels[name].name)}</dt>
            <dd className={figureClass}>
              <Figure
                name={t(figureLabels[name].name)}
                value={figureText(name, now)}
                meaning={t(figureLabels[name].meaning)}
                asOf={asOf(at)}
              />
            </dd>
            {before ? (
              <dd className={styles.earlier}>
                <Trans>Previous: {earlier}</Trans>
              </dd>
            ) : null}
          </div>
        );
      })}
    </dl>
  );
}
