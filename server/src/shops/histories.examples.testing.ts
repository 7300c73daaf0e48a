import type { ShopHistory } from './histories.testing.ts';

// Histories that once ended differently from the model, as the benchmark printed them.

const inOrder: Pick<ShopHistory, 'credit' | 'copies' | 'atOnce'> = {
  credit: 'code',
  copies: Array.from({ length: 12 }, () => 1),
  atOnce: 1,
};

export const foundHistories: readonly ShopHistory[] = [
  // Paid, canceled and restored: the restored order came before its cancellation.
  {
    ...inOrder,
    story: {
      shop: 'woocommerce',
      currency: 'USD',
      hasPlugin: false,
      items: [{ total: 4_000, pieces: 1, tax: 0, sku: 'plain' }],
      discount: 0,
      isPaidAtOnce: true,
      steps: [{ step: 'cancel' }, { step: 'restore' }],
    },
    places: [0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  },
];
