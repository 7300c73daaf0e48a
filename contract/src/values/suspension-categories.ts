/** Why a creator is suspended; the one who suspends writes the details. `content`: trademarks or content. */
export const suspensionCategories = ['fraud', 'self_purchases', 'content', 'abuse', 'legal', 'other'] as const;
export type SuspensionCategory = (typeof suspensionCategories)[number];
