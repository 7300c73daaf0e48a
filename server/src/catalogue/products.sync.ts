// A shop keeps its catalog in step through the API. Products are read, compared and stored like those of a file; only the
// import itself is not recorded, because a shop may send batches all day.
import type { SentProduct, syncProducts } from '@vitrine/contract/catalogue.ts';
import { clearableField } from '@vitrine/contract/catalogue.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessLiveShop } from '../merchants/shop.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { decimalText } from '../platform/money.text.ts';
import { describeFault, describeRow, planImport, summarize } from './catalogue.plan.ts';
import { findProducts, lockCatalogue } from './catalogue.queries.ts';
import { readRows, type SentRow } from './catalogue.rows.ts';
import { rowRuleOf, storePlanned } from './imports.service.ts';

/** Null clears a field, so it may be cleared without asking. */
const mayClear = new Set(clearableField.options);

/** A product as a row of a file, with its position as the line. */
function rowOf(product: SentProduct, position: number): SentRow {
  const { sku, title, url, price, compare_at_price: before, in_stock: inStock, ...texts } = product;
  const cells = Object.entries(texts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value ?? '']]));
  const values = {
    sku,
    title,
    url,
    price: decimalText(BigInt(price.amount), price.currency),
    currency: price.currency,
    ...(before === undefined
      ? {}
      : { compare_at_price: before ? decimalText(BigInt(before.amount), before.currency) : '' }),
    ...(inStock === undefined ? {} : { in_stock: String(inStock) }),
    ...Object.fromEntries(cells),
  };
  const isMixed = before && before.currency !== price.currency;
  return { line: position, values, ...(isMixed ? { fault: 'compare_at_price must have the currency of price' } : {}) };
}

export async function syncProductsOf(
  ctx: Context,
  actor: Actor,
  { products }: BodyOf<typeof syncProducts>,
): Promise<DataOf<typeof syncProducts>> {
  const merchantId = accessLiveShop(actor, 'products:write');
  const { rule } = await rowRuleOf(ctx, merchantId);
  const { good, bad } = await readRows(products.map(rowOf), rule);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    await lockCatalogue(tx, merchantId);
    const skus = good.map((row) => row.given.sku);
    const known = new Map((await findProducts(tx, merchantId, skus)).map((product) => [product.sku, product]));
    const planned = await planImport(good, known, mayClear, ctx.clock.now());
    const { rows, created, updated, unchanged, refused } = summarize(
      [...planned.map((row) => describeRow(row)), ...bad.map(describeFault)],
      mayClear,
    );
    if (created + updated > 0) {
      await storePlanned(tx, merchantId, planned, { source: 'shop', by: null, at: ctx.clock.now() });
      await audit(ctx, tx, actor, {
        action: 'products.synced',
        merchantId,
        subject: { kind: 'merchant', id: merchantId },
        details: { created, updated, unchanged, refused },
      });
    }
    const answers = rows
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, sku, outcome, field, value, reason }) => {
        // A shop sends no state, so nothing is skipped.
        const answer = outcome === 'skipped' ? 'unchanged' : outcome;
        return { position: line, sku, outcome: answer, field, value, reason };
      });
    return { created, updated, unchanged, refused, products: answers };
  });
}
