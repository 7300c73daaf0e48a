import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FileOrder, OrderFileField } from '@vitrine/contract/order-files.ts';

export const fileFields: Record<OrderFileField, MessageDescriptor> = {
  order_id: msg`Order number`,
  reference: msg`Order reference`,
  placed_at: msg`Time of the order`,
  currency: msg`Currency`,
  sku: msg`SKU`,
  title: msg`Product`,
  quantity: msg`Quantity`,
  unit_price: msg`Price of one piece`,
  line_discount: msg`Discount of the line`,
  line_total: msg`Price of the line`,
  order_discount: msg`Discount of the order`,
  discount_code: msg`Discount code`,
  click_id: msg`Click ID`,
  email: msg`Email of the buyer`,
  refunded: msg`Refunded so far`,
  cancelled_at: msg`Canceled on`,
};

export const fileStates: Record<FileOrder['state'], MessageDescriptor> = {
  new: msg`New`,
  known: msg`Already imported`,
  changed: msg`Changed`,
  conflict: msg`Different order`,
  refused: msg({ message: 'Rejected', context: 'order' }),
};

export const fileLooks: Record<FileOrder['state'], 'good' | 'wait' | 'bad' | undefined> = {
  new: 'good',
  known: undefined,
  changed: 'wait',
  conflict: 'bad',
  refused: 'bad',
};
