import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { AnalyticsOverview } from '@vitrine/contract/analytics.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { BarList } from '../ui/BarList.tsx';
import styles from './analytics.module.css';
import { type FigureName, isFigureName } from './analytics-texts.ts';
import { Breakdown } from './Breakdown.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import { type AnalyticsPlace, FilterLink } from './FilterLink.tsx';
import { rangeIn } from './search.ts';
import { SeriesChart } from './SeriesChart.tsx';
import { isQuiet, Quiet } from './Quiet.tsx';
import { ShortlinksNote } from './ShortlinksNote.tsx';

type OverviewScreenProps = {
  data: AnalyticsOverview;
  place: AnalyticsPlace;
  isCompared: boolean;
  shown: string | undefined;
  onShow: (name: FigureName) => void;
};

export function OverviewScreen({ data, place, isCompared, shown, onShow }: OverviewScreenProps) {
  const { now, before, range } = data;
  return (
    <div className={styles.page}>
      <FigureTiles now={now} before={isCompared ? before : undefined} asOf={range.as_of} />
      <OtherCurrencies also={data.also} />
      {isQuiet(now) ? (
        <Quiet slug={place.slug} />
      ) : (
        <>
          <SeriesChart data={data} shown={isFigureName(shown) ? shown : 'clicks'} onShow={onShow} />
          <div className={styles.panels}>
            <TopLinks data={data} place={place} />
            <Breakdown dimension="country" values={data.countries} of="clicks" total={now.clicks} isCut place={place} />
            <Breakdown dimension="device" values={data.devices} of="clicks" total={now.clicks} isCut place={place} />
            <Breakdown
              dimension="referrer"
              values={data.referrers}
              of="clicks"
              total={now.clicks}
              isCut
              place={place}
            />
          </div>
        </>
      )}
    </div>
  );
}

type TopLinksProps = { data: AnalyticsOverview; place: AnalyticsPlace };

function TopLinks({ data: { links }, place }: TopLinksProps) {
  const { t } = useLingui();
  return (
    <section className={styles.section} aria-labelledby="top-links">
      <div className={styles.panelHead}>
        <h3 id="top-links">
          <Trans>Most clicked links</Trans>
        </h3>
        <ShortlinksNote />
        <Link
          className={styles.more}
          to="/analytics-page/$id/$type"
          params={{ id: place.slug, type: 'links' }}
          search={rangeIn(place.search)}
        >
          <Trans>All links</Trans>
        </Link>
      </div>
      {links.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>No clicks in this period.</Trans>
        </p>
      ) : (
        <BarList
          label={t`Most clicked links`}
          rows={links.map((link) => ({
            key: link.link_id ?? '',
            label:
              link.link_id === null ? (
                link.title
              ) : (
                <FilterLink place={place} name="link" value={link.link_id} text={link.title}>
                  {link.title}
                </FilterLink>
              ),
            value: link.clicks,
            text: formatNumber(link.clicks),
          }))}
        />
      )}
    </section>
  );
}

function OtherCurrencies({ also }: { also: AnalyticsOverview['also'] }) {
  if (also.length === 0) return null;
  return (
    <ul className={styles.quiet}>
      {also.map(({ currency, commission, sales }) => {
        const [earned, sold] = [formatMoney(commission), formatMoney(sales)];
        return (
          <li key={currency}>
            <Trans>
              You also earned {earned} on sales of {sold} in another currency.
            </Trans>
          </li>
        );
      })}
    </ul>
  );
}
