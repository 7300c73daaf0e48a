import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ProductHistoryEntry, RuleTarget } from '@vitrine/contract/catalogue.products.ts';

/** Why a rule applies to a product. */
export const ruleReasons: Record<RuleTarget, MessageDescriptor> = {
  creator_product: msg`Rule for this creator and product`,
  group_product: msg`Rule for the creator’s group and this product`,
  product: msg`Rule for this product`,
  creator_category: msg`Rule for this creator and category`,
  group_category: msg`Rule for the creator’s group and this category`,
  category: msg`Rule for this category`,
  creator: msg`Rule for this creator`,
  group: msg`Rule for the creator’s group`,
  default: msg`Rule for all products`,
};

/** How a change was made. */
export const changeSources: Record<NonNullable<ProductHistoryEntry['source']>, MessageDescriptor> = {
  import: msg`Import`,
  console: msg`By hand`,
  shop: msg`Shop, through the API`,
  sync: msg`Shop sync`,
  feed: msg`Product feed`,
  undo: msg`Undone import`,
};
