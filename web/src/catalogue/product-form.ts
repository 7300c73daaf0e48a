// What is typed in the form of a product, and what of it is sent. The server checks it by the rules of an import.
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { BrandProduct } from '@vitrine/contract/catalogue.products.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import { parsePrice } from '@vitrine/contract/values/prices.ts';
import { ApiProblem } from '../api/problem.ts';
import { decimalOf, formatMoney } from '../format/money.ts';
import { importReason } from './import-reasons.ts';
import type { ProductEdit } from './products.data.ts';

/** Prices as they are typed. `image` is undefined until the picture is changed, and null if it is removed. */
export type TypedProduct = {
  sku: string;
  title: string;
  url: string;
  price: string;
  compare_at_price: string;
  category: string;
  description: string;
  in_stock: boolean;
  image: string | null | undefined;
};
export type ProductFaults = Partial<Record<keyof TypedProduct, string>>;

export function typedProduct(product: BrandProduct | undefined): TypedProduct {
  const { compare_at_price: before } = product ?? {};
  return {
    sku: product?.sku ?? '',
    title: product?.title ?? '',
    url: product?.url ?? '',
    price: product ? decimalOf(product.price) : '',
    compare_at_price: before ? decimalOf(before) : '',
    category: product?.category ?? '',
    description: product?.description ?? '',
    in_stock: product?.in_stock ?? true,
    image: undefined,
  };
}

function moneyIn(typed: string, currency: string): Money | undefined {
  const amount = parsePrice(typed, currency);
  return amount === undefined || amount < 0n ? undefined : { amount: amount.toString(), currency };
}

type ReadProduct = Omit<TypedProduct, 'price' | 'compare_at_price'> & { price: Money; compare_at_price: Money | null };

/** All that was typed, or what is missing and wrong in it. */
export function readTypedProduct(
  typed: TypedProduct,
  currency: string,
): { product: ReadProduct } | { faults: ProductFaults } {
  const price = moneyIn(typed.price, currency);
  const before = typed.compare_at_price.trim() === '' ? null : moneyIn(typed.compare_at_price, currency);
  const example = formatMoney({ amount: '123450', currency });
  const mistake = t`Enter a price in ${currency}, like ${example}.`;
  const missing = {
    ...(typed.title.trim() === '' && { title: t`Please enter the product’s name.` }),
    ...(typed.sku.trim() === '' && { sku: t`Please enter the product’s SKU.` }),
    ...(!/^https?:\/\/./i.test(typed.url.trim()) && {
      url: t`Please enter the whole address, starting with https://.`,
    }),
  };
  if (price === undefined || before === undefined || Object.keys(missing).length > 0)
    return {
      faults: {
        ...missing,
        ...(price === undefined && { price: mistake }),
        ...(before === undefined && { compare_at_price: mistake }),
      },
    };
  return { product: { ...typed, price, compare_at_price: before } };
}

/** The server's reasons that only a form can run into have texts of their own. */
function refusalText(field: string, reason: string): string {
  const found = /^must lead to (\S+(?: or \S+)*)$/.exec(reason)?.[1];
  if (field === 'url' && found !== undefined) {
    const hosts = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(found.split(' or '));
    return t`Please enter an address of ${hosts}.`;
  }
  const other = /^belongs to “(.+)” already$/.exec(reason)?.[1];
  if (other !== undefined) return t`“${other}” has this SKU already.`;
  return reason.startsWith('belongs to an archived')
    ? t`An archived product has this SKU. Restore that one.`
    : importReason(reason);
}

/** The refusals of the server by field. */
export function productFaultsOf(error: unknown): ProductFaults {
  const errors = error instanceof ApiProblem ? error.errors : {};
  const named = Object.entries(errors).map(([path, reasons]) => {
    const [field = ''] = path.split('.');
    return [field, reasons.map((reason) => refusalText(field, reason)).join(', ')];
  });
  return Object.fromEntries(named);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Only what is different, so that a later change by someone else to another field stays. */
export function editOf(product: BrandProduct, wanted: ProductEdit): ProductEdit {
  const known = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && !isSame(value, product[field as keyof BrandProduct]),
  );
  return Object.fromEntries(known);
}
