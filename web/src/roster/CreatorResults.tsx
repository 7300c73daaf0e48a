import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CreatorFigures } from '@vitrine/contract/roster.ts';
import { type ReactNode, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { type FigureName, figureLabels, figureNames, figureText } from '../analytics/analytics-texts.ts';
import type { RangeSearch } from '../analytics/search.ts';
import { SeriesChart } from '../analytics/SeriesChart.tsx';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';
import { Figure, figureClass } from '../ui/Figure.tsx';
import { Table } from '../ui/Table.tsx';
import tiles from '../analytics/analytics.module.css';
import { creatorFiguresQuery } from './roster.data.ts';
import styles from './roster.module.css';

type CreatorResultsProps = { merchant: string; account: string; range: RangeSearch; controls: ReactNode };

/** The figures of a creator over the chosen range, their trend, and what sold best. */
export function CreatorResults({ merchant, account, range, controls }: CreatorResultsProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<FigureName>('clicks');
  const query = useQuery({ ...creatorFiguresQuery(merchant, account, range), placeholderData: keepPreviousData });
  const { data } = query;
  return (
    <section className={desk.section} aria-labelledby="results" aria-busy={query.isPlaceholderData}>
      <h2 id="results">
        <Trans>Results</Trans>
      </h2>
      {controls}
      <QueryState query={query} loading={t`Loading the figures`} failed={t`We couldn’t load the figures`} rows={2} />
      {data ? (
        <>
          <Tiles data={data} />
          <div className={styles.trend}>
            <SeriesChart data={{ ...data, before_series: [] }} shown={shown} onShow={setShown} />
          </div>
          <div className={styles.pair}>
            <Best
              title={t`Best products`}
              none={t`No product was clicked or sold in this period.`}
              rows={data.products.map((row) => ({ ...row, key: row.sku }))}
            />
            <Best
              title={t`Best links`}
              none={t`No link was clicked in this period.`}
              rows={data.links.map((row) => ({ ...row, key: row.link_id ?? '' }))}
            />
          </div>
        </>
      ) : null}
    </section>
  );
}

function Tiles({ data: { now, before, range } }: { data: CreatorFigures }) {
  const { t } = useLingui();
  const { asOf } = useDates();
  return (
    <dl className={tiles.tiles}>
      {figureNames.map((name) => {
        const earlier = figureText(name, before);
        return (
          <div key={name} className={tiles.tile}>
            <dt>{t(figureLabels[name].name)}</dt>
            <dd className={figureClass}>
              <Figure
                name={t(figureLabels[name].name)}
                value={figureText(name, now)}
                meaning={t`What this creator brought in the chosen period. An order counts when it was placed.`}
                asOf={asOf(range.as_of)}
              />
            </dd>
            <dd className={tiles.earlier}>
              <Trans>Previous: {earlier}</Trans>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

type BestRow = Pick<CreatorFigures['links'][number], 'title' | 'clicks' | 'orders' | 'sales'> & { key: string };

function Best({ title, none, rows }: { title: string; none: string; rows: readonly BestRow[] }) {
  const { t } = useLingui();
  return (
    <section className={desk.section} aria-label={title}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p className={desk.quiet}>{none}</p>
      ) : (
        <Table<BestRow>
          caption={title}
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { label: t`Name`, look: 'main', cell: (row) => row.title },
            { label: t`Clicks`, look: 'number', phone: 'named', cell: (row) => formatNumber(row.clicks) },
            { label: t`Orders`, look: 'number', phone: 'named', cell: (row) => formatNumber(row.orders) },
            { label: t`Net sales`, look: 'number', phone: 'end', cell: (row) => formatMoney(row.sales) },
          ]}
        />
      )}
    </section>
  );
}
