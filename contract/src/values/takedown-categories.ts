/**
 * Why something was taken down. The redirector stores a category as its position in three bits, so the order never
 * changes and there are at most seven.
 */
export const takedownCategories = [
  'copyright',
  'court_order',
  'trademark',
  'privacy',
  'scam',
  'harmful',
  'terms',
] as const;
export type TakedownCategory = (typeof takedownCategories)[number];

/** 451 (RFC 7725) where someone else's legal demand is the reason, 410 where the operator decided. */
export function statusOfTakedown(category: TakedownCategory): 410 | 451 {
  return category === 'copyright' || category === 'court_order' ? 451 : 410;
}

export function isTakedownCategory(text: string): text is TakedownCategory {
  return takedownCategories.some((category) => category === text);
}
