export const overviewSpans = ['7', '30', '90'] as const;
export type OverviewSpan = (typeof overviewSpans)[number];
export const defaultOverviewSpan: OverviewSpan = '30';

export function readOverviewSearch(search: Record<string, unknown>): { days?: OverviewSpan } {
  const days = overviewSpans.find((span) => span === search['days']);
  return days && days !== defaultOverviewSpan ? { days } : {};
}
