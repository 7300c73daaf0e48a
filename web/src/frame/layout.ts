export type Layout = 'phone' | 'tablet' | 'desktop';

/** Phone below 728 px, tablet below 1180 px (specification, section 9). */
export function layoutOf(width: number): Layout {
  if (width < 728) return 'phone';
  return width < 1180 ? 'tablet' : 'desktop';
}
