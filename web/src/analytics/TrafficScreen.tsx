import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AnalyticsTraffic } from '@vitrine/contract/analytics.ts';
import { classes } from '../ui/classes.ts';
import { Segments } from '../ui/Segments.tsx';
import styles from './analytics.module.css';
import { figureLabels } from './analytics-texts.ts';
import { Breakdown } from './Breakdown.tsx';
import type { AnalyticsPlace } from './FilterLink.tsx';
import { FigureTiles } from './FigureTiles.tsx';

export function TrafficScreen({ data, place }: { data: AnalyticsTraffic; place: AnalyticsPlace }) {
  const { t } = useLingui();
  const [of, setOf] = useState<'clicks' | 'views'>('clicks');
  const total = data.now[of];
  return (
    <div className={styles.page}>
      <FigureTiles now={data.now} before={undefined} asOf={data.range.as_of} />
      <section className={styles.section} aria-labelledby="traffic">
        <div className={styles.sectionHead}>
          <h2 id="traffic">
            <Trans>Where your visitors come from</Trans>
          </h2>
          <Segments
            label={t`Show`}
            value={of}
            choices={(['clicks', 'views'] as const).map((value) => ({ value, label: t(figureLabels[value].name) }))}
            onChoose={setOf}
          />
        </div>
        <div className={classes(styles.panels, styles.three)}>
          <Breakdown dimension="referrer" values={data.referrers} of={of} total={total} place={place} />
          <Breakdown dimension="country" values={data.countries} of={of} total={total} place={place} />
          <Breakdown dimension="device" values={data.devices} of={of} total={total} place={place} />
        </div>
      </section>
    </div>
  );
}
