import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { userQuery } from '../accounts/accounts.data.ts';
import { nowStorefront } from '../frame/now-storefront.ts';
import {
  type AnalyticsSearch,
  filterNames,
  type FilterSearch,
  isColumn,
  isPreset,
  isType,
  usualPreset,
} from './search.ts';

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

function dayIn(value: unknown): string | undefined {
  const isDay = typeof value === 'string' && dayPattern.test(value) && !Number.isNaN(Date.parse(value));
  return isDay ? value : undefined;
}

const longestFilter = 255;
const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The router reads a value like `7` as a number. */
function filterIn(name: keyof FilterSearch, value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text.length > longestFilter) return undefined;
  return name === 'link' && !idPattern.test(text) ? undefined : text;
}

function readFilters(search: Record<string, unknown>): FilterSearch {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = filterIn(name, search[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A custom range takes precedence over a preset. Invalid values are dropped. */
export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { preset, compare, show, sort, order } = search;
  const [from, to] = [dayIn(search['from']), dayIn(search['to'])];
  return {
    ...(from && to ? { from, to } : isPreset(preset) && preset !== usualPreset ? { preset } : {}),
    ...(compare === '1' && { compare }),
    ...(typeof show === 'string' && { show }),
    ...(isColumn(sort) && { sort }),
    ...(order === 'up' && { order }),
    ...readFilters(search),
  };
}

type Asked = { context: { queryClient: QueryClient } };

/** Without a storefront in the address, redirects to the one viewed last, if the creator has any. */
export async function leadToAnalytics({ context }: Asked): Promise<void> {
  const now = nowStorefront(await context.queryClient.ensureQueryData(userQuery()));
  if (now)
    throw redirect({ to: '/analytics-page/$id/$type', params: { id: now.slug, type: 'overview' }, replace: true });
}

/** Redirects from a storefront that isn't the creator's, and from an unknown type to the overview. */
export async function requireAnalytics({
  context,
  params,
  search,
}: Asked & { params: { id: string; type: string }; search: AnalyticsSearch }): Promise<void> {
  const { merchant_accounts: accounts } = await context.queryClient.ensureQueryData(userQuery());
  if (!accounts.some(({ slug }) => slug === params.id)) throw redirect({ to: '/analytics-page', replace: true });
  if (isType(params.type)) return;
  const overview = { id: params.id, type: 'overview' };
  throw redirect({ to: '/analytics-page/$id/$type', params: overview, search, replace: true });
}
