export type Layout = 'phone' | 'tablet' | 'desktop';

/** Under 728 px the phone's layout, under 1180 px the tablet's (specification, section 9). */
export function layoutOf(width: number): Layout {
  if (width < 728) return 'phone';
  return width < 1180 ? 'tablet' : 'desktop';
}
