import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AnalyticsColumn, AnalyticsLink } from '@vitrine/contract/analytics.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber, formatPercentage } from '../format/numbers.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { figureLabels } from './analytics-texts.ts';

export type SoldRow = Pick<
  AnalyticsLink,
  'title' | 'clicks' | 'orders' | 'sales' | 'commission' | 'conversion' | 'earnings_per_click'
> & { key: string; name: ReactNode };

export type SoldSorting = { by: AnalyticsColumn; isUp: boolean; onSort: (column: AnalyticsColumn) => void };

function valueOf(row: SoldRow, column: AnalyticsColumn): number | string {
  if (column === 'name') return row.title;
  if (column === 'sales' || column === 'commission') return Number(row[column].amount);
  if (column === 'conversion') return row.conversion ?? -1;
  if (column === 'earnings_per_click') return Number(row.earnings_per_click?.amount ?? -1);
  return column === 'orders' ? row.orders : row.clicks;
}

function sorted(rows: readonly SoldRow[], { by, isUp }: SoldSorting): SoldRow[] {
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one, by), valueOf(other, by)];
    const compared = typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b);
    return isUp ? compared : -compared;
  });
}

/** Products or links with their figures, sortable by column. */
export function SoldTable({
  caption,
  rows,
  sorting,
}: {
  caption: string;
  rows: readonly SoldRow[];
  sorting: SoldSorting;
}) {
  const { t } = useLingui();
  const columns = [
    { name: 'name' as const, label: t`Name` },
    ...(['clicks', 'orders', 'sales', 'commission', 'conversion', 'earnings_per_click'] as const).map((name) => ({
      name,
      label: t(figureLabels[name].name),
    })),
  ];
  return (
    <DataTable
      caption={caption}
      isTall
      columns={columns}
      sorting={sorting}
      rows={sorted(rows, sorting).map((row) => ({
        key: row.key,
        cells: {
          name: row.name,
          clicks: formatNumber(row.clicks),
          orders: formatNumber(row.orders),
          sales: formatMoney(row.sales),
          commission: formatMoney(row.commission),
          conversion: formatPercentage(row.conversion),
          earnings_per_click: row.earnings_per_click ? formatMoney(row.earnings_per_click) : formatNumber(null),
        },
      }))}
    />
  );
}
