import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AnalyticsType,
  downloadAnalytics,
  readAnalyticsLinks,
  readAnalyticsOverview,
  readAnalyticsProducts,
  readAnalyticsTraffic,
  readFilteredAnalytics,
} from '@vitrine/contract/analytics.ts';
import { call } from '../api/call.ts';
import { download } from '../api/download.ts';
import { type AnalyticsSearch, type FilterSearch, filtersIn, type OverviewAsked, type RangeSearch } from './search.ts';

const key = (accountId: string, type: AnalyticsType, query: OverviewAsked) =>
  ['analytics', accountId, type, query] as const;
const params = (accountId: string) => ({ merchant_account_id: accountId });

export function analyticsOverviewQuery(accountId: string, query: OverviewAsked) {
  return queryOptions({
    queryKey: key(accountId, 'overview', query),
    queryFn: async ({ signal }) =>
      (await call(readAnalyticsOverview, { params: params(accountId), query }, signal)).data,
    placeholderData: keepPreviousData,
  });
}

export function analyticsProductsQuery(accountId: string, query: RangeSearch) {
  return queryOptions({
    queryKey: key(accountId, 'products', query),
    queryFn: async ({ signal }) =>
      (await call(readAnalyticsProducts, { params: params(accountId), query }, signal)).data,
    placeholderData: keepPreviousData,
  });
}

export function analyticsLinksQuery(accountId: string, query: RangeSearch) {
  return queryOptions({
    queryKey: key(accountId, 'links', query),
    queryFn: async ({ signal }) => (await call(readAnalyticsLinks, { params: params(accountId), query }, signal)).data,
    placeholderData: keepPreviousData,
  });
}

export function trafficQuery(accountId: string, query: RangeSearch) {
  return queryOptions({
    queryKey: key(accountId, 'traffic', query),
    queryFn: async ({ signal }) =>
      (await call(readAnalyticsTraffic, { params: params(accountId), query }, signal)).data,
    placeholderData: keepPreviousData,
  });
}

export function filteredQuery(accountId: string, range: RangeSearch, filters: FilterSearch) {
  const query = { ...range, ...filters };
  return queryOptions({
    queryKey: ['analytics', accountId, 'filtered', query],
    queryFn: async ({ signal }) =>
      (await call(readFilteredAnalytics, { params: params(accountId), query }, signal)).data,
    placeholderData: keepPreviousData,
  });
}

/** Downloads what the screen shows, with the same range, filters, comparison and sorting. */
export function downloadFile(accountId: string, type: AnalyticsType, search: AnalyticsSearch): Promise<void> {
  const { preset, from, to, compare, sort, order } = search;
  const query = {
    type,
    ...(preset && { preset }),
    ...(from && { from }),
    ...(to && { to }),
    ...(compare && { compare }),
    ...(sort && { sort }),
    ...(order && { order }),
    ...filtersIn(search),
  };
  return download(downloadAnalytics, { params: params(accountId), query });
}
