import { t } from '@lingui/core/macro';
import type { FieldChange } from '@vitrine/contract/catalogue.ts';
import { formatMoney } from '../format/money.ts';

/** The name of a product's field on the screen; a field that this build does not know keeps its own name. */
export function fieldName(field: string): string {
  const names = new Map([
    ['sku', t`SKU`],
    ['title', t`Name`],
    ['description', t`Description`],
    ['category', t`Category`],
    ['url', t`Link`],
    ['image', t`Picture`],
    ['price', t`Price`],
    ['compare_at_price', t`Compare-at price`],
    ['currency', t`Currency`],
    ['in_stock', t`Stock`],
    ['archived', t`In the catalog`],
  ]);
  return names.get(field) ?? field;
}

/** The text for a field's value before or after an import. */
export function fieldText({ field }: FieldChange, value: FieldChange['from']): string {
  if (value === null || value === '') return t`empty`;
  if (field === 'archived') return value === true ? t`no` : t`yes`;
  if (field === 'in_stock') return value === true ? t`In stock` : t`Sold out`;
  return typeof value === 'object' ? formatMoney(value) : String(value);
}
