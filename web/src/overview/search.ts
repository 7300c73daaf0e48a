export const spans = ['7', '30', '90'] as const;
export type Span = (typeof spans)[number];
export const usualSpan: Span = '30';

export function readOverviewSearch(search: Record<string, unknown>): { days?: Span } {
  const days = spans.find((span) => span === search['days']);
  return days && days !== usualSpan ? { days } : {};
}
