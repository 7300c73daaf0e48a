import { useLingui } from '@lingui/react/macro';
import type { BrandAnalyticsColumn, BrandDimension, BrandFilter, BrandRow } from '@vitrine/contract/brand-analytics.ts';
import { useRegion } from '../accounts/accounts.data.ts';
import { stepLabel } from '../analytics/analytics-texts.ts';
import desk from '../consoles/Console.module.css';
import { imageSource } from '../format/images.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { brandDimensionTexts, brandFigureTexts, useBrandNames } from './brand-analytics-texts.ts';
import { cellsOf } from './BrandChart.tsx';
import { brandFigureNames, isBrandFilter } from './brand-search.ts';
import styles from './brand-analytics.module.css';

type BrandRowsProps = {
  by: BrandDimension;
  unit: 'hour' | 'day' | 'week' | 'month';
  rows: readonly BrandRow[];
  sorting: { by: BrandAnalyticsColumn; isUp: boolean; onSort: (column: BrandAnalyticsColumn) => void };
  onFilter: (filter: BrandFilter, value: string) => void;
};

/** The rows with their figures. A row that can be filtered by is a button. */
export function BrandRows({ by, unit, rows, sorting, onFilter }: BrandRowsProps) {
  const { t } = useLingui();
  const [first] = rows;
  // What this dimension has no figure of is no column.
  const shown = brandFigureNames.filter(
    (name) =>
      !(name === 'views' && first?.figures.views === null) &&
      !(
        (name === 'clicks' || name === 'conversion' || name === 'earnings_per_click') &&
        first?.figures.clicks === null
      ),
  );
  return (
    <DataTable<BrandAnalyticsColumn>
      caption={t`Figures by ${t(brandDimensionTexts[by])}`}
      isTall
      columns={[
        { name: 'name', label: t(brandDimensionTexts[by]), isText: true },
        ...shown.map((name) => ({ name, label: t(brandFigureTexts[name].name) })),
      ]}
      sorting={sorting}
      rows={rows.map((row) => ({
        key: `${row.key} ${row.name}`,
        cells: { ...cellsOf(row.figures), name: <RowName by={by} unit={unit} row={row} onFilter={onFilter} /> },
      }))}
    />
  );
}

type RowNameProps = Pick<BrandRowsProps, 'by' | 'unit' | 'onFilter'> & { row: BrandRow };

function RowName({ by, unit, row, onFilter }: RowNameProps) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const nameOf = useBrandNames();
  const { key, name, detail, image } = row;
  const text =
    by === 'day' && name !== null ? stepLabel(unit, { from: name, to: name }, locale) : nameOf(by, key, name);
  const about = by === 'creator' && detail ? `@${detail}` : detail;
  return (
    <span className={styles.row}>
      {by === 'creator' ? <Avatar src={imageSource(image)} name={text} className={desk.avatar} /> : null}
      <span className={styles.name}>
        {key !== null && isBrandFilter(by) ? (
          <button
            type="button"
            className={styles.choose}
            aria-label={t`Filter by ${text}`}
            onClick={() => onFilter(by, key)}
          >
            {text}
          </button>
        ) : (
          text
        )}
        {about && about !== text ? <span className={desk.under}>{about}</span> : null}
      </span>
    </span>
  );
}
