import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { AnalyticsOverview } from '@vitrine/contract/analytics.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { BarList } from '../ui/BarList.tsx';
import styles from './analytics.module.css';
import { type FigureName, isFigureName } from './analytics-texts.ts';
import { Breakdown } from './Breakdown.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import type { RangeSearch } from './search.ts';
import { SeriesChart } from './SeriesChart.tsx';
import { isQuiet, Quiet } from './Quiet.tsx';
import { ShortlinksNote } from './ShortlinksNote.tsx';

type OverviewScreenProps = {
  data: AnalyticsOverview;
  account: MerchantAccount;
  isCompared: boolean;
  rangeSearch: RangeSearch;
  shown: string | undefined;
  onShow: (name: FigureName) => void;
};

export function OverviewScreen({ data, account, isCompared, rangeSearch, shown, onShow }: OverviewScreenProps) {
  const { now, before, range } = data;
  return (
    <div className={styles.page}>
      <FigureTiles now={now} before={isCompared ? before : undefined} asOf={range.as_of} />
      <OtherCurrencies also={data.also} />
      {isQuiet(now) ? (
        <Quiet slug={account.slug} />
      ) : (
        <>
          <SeriesChart data={data} shown={isFigureName(shown) ? shown : 'clicks'} onShow={onShow} />
          <div className={styles.panels}>
            <TopLinks data={data} slug={account.slug} rangeSearch={rangeSearch} />
            <Breakdown dimension="country" values={data.countries} of="clicks" total={now.clicks} isCut />
            <Breakdown dimension="device" values={data.devices} of="clicks" total={now.clicks} isCut />
            <Breakdown dimension="referrer" values={data.referrers} of="clicks" total={now.clicks} isCut />
          </div>
        </>
      )}
    </div>
  );
}

type TopLinksProps = { data: AnalyticsOverview; slug: string; rangeSearch: RangeSearch };

function TopLinks({ data: { links }, slug, rangeSearch }: TopLinksProps) {
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
          params={{ id: slug, type: 'links' }}
          search={rangeSearch}
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
            label: link.title,
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
