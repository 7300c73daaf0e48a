import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { RosterColumn, RosterCreator } from '@vitrine/contract/roster.ts';
import type { AccountStatus } from '@vitrine/contract/values/account-status.ts';
import type { ReactNode } from 'react';
import { formatCalendarDay } from '../format/dates.ts';
import { formatMoney } from '../format/money.ts';
import { formatNumber, formatPercentage } from '../format/numbers.ts';

/** The columns that users choose; the name is always shown. */
export type ColumnName = Exclude<RosterColumn, 'name'> | 'tags';
type Cells = { day: (at: string) => string; locale: string };
type ColumnTexts = {
  label: MessageDescriptor;
  isText?: true;
  phone?: 'end' | 'named';
  cell: (row: RosterCreator, texts: Cells) => ReactNode;
};

export const rosterColumnTexts: Record<ColumnName, ColumnTexts> = {
  group: { label: msg`Group`, isText: true, cell: ({ group }) => group?.name ?? '—' },
  tags: { label: msg`Tags`, isText: true, cell: ({ tags }) => (tags.length > 0 ? tags.join(', ') : '—') },
  joined: { label: msg`Joined`, phone: 'named', isText: true, cell: (row, { day }) => day(row.joined_at) },
  last_activity: {
    label: msg`Last activity`,
    phone: 'named',
    isText: true,
    cell: (row, { locale }) => (row.last_activity ? formatCalendarDay(row.last_activity, locale) : '—'),
  },
  views: { label: msg`Views`, phone: 'named', cell: ({ views }) => formatNumber(views) },
  clicks: { label: msg`Clicks`, phone: 'named', cell: ({ clicks }) => formatNumber(clicks) },
  orders: { label: msg`Orders`, phone: 'named', cell: ({ orders }) => formatNumber(orders) },
  sales: { label: msg`Net sales`, phone: 'end', cell: ({ sales }) => formatMoney(sales) },
  commission: { label: msg`Commission`, phone: 'named', cell: ({ commission }) => formatMoney(commission) },
  conversion: { label: msg`Conversion rate`, phone: 'named', cell: ({ conversion }) => formatPercentage(conversion) },
  earnings_per_click: {
    label: msg`Earnings per click`,
    phone: 'named',
    cell: ({ earnings_per_click: each }) => (each ? formatMoney(each) : formatNumber(null)),
  },
};

export const rosterColumnNames = Object.keys(rosterColumnTexts).filter(isColumnName);
const usual: readonly ColumnName[] = ['group', 'joined', 'last_activity', 'clicks', 'orders', 'sales', 'commission'];

function isColumnName(name: string): name is ColumnName {
  return Object.hasOwn(rosterColumnTexts, name);
}

export function isSortable(name: string): name is RosterColumn {
  return name === 'name' || (isColumnName(name) && name !== 'tags');
}

/** The columns that an address names, in their usual order. */
export function columnsIn(text: string | undefined): readonly ColumnName[] {
  if (text === undefined) return usual;
  const named = new Set(text.split('-'));
  return rosterColumnNames.filter((name) => named.has(name));
}

/** The columns as text in an address; undefined for the usual ones. */
export function columnsText(chosen: readonly ColumnName[]): string | undefined {
  const text = rosterColumnNames.filter((name) => chosen.includes(name)).join('-');
  return text === usual.join('-') ? undefined : text || 'none';
}

export const accountStatusTexts: Record<AccountStatus, MessageDescriptor> = {
  active: msg`Active`,
  paused: msg`Paused`,
  suspended: msg`Suspended`,
  ended: msg`Ended`,
};

export function accountStatusLook(status: AccountStatus): 'good' | 'wait' | 'bad' {
  return ({ active: 'good', paused: 'wait', suspended: 'bad', ended: 'bad' } as const)[status];
}
