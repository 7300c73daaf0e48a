// What the page of a product shows of the catalog: the product with the rates that apply to it, and its history.
import type { DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type {
  BrandProduct,
  listProductChanges,
  ProductHistoryEntry,
  readProduct,
} from '@vitrine/contract/catalogue.products.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { changedStates } from './catalogue.changes.ts';
import { describeChanges, type KnownProduct } from './catalogue.plan.ts';
import { currentRates, ratesFor } from './catalogue.rates.ts';
import { changesOfProduct, productById } from './catalogue.views.ts';
import { presentProduct } from './products.service.ts';

export type ProductPlace = { merchant: string; product_id: string };
type StoredProduct = KnownProduct & { merchant_id: string; created_at: Date; updated_at: Date };

export async function presentBrandProduct(ctx: Context, tx: Tx, product: StoredProduct): Promise<BrandProduct> {
  const current = await currentRates(tx, product.merchant_id, ctx.clock.now());
  return {
    ...presentProduct(ctx.config.publicUrl, product),
    archived_at: product.archived_at?.toISOString() ?? null,
    created_at: product.created_at.toISOString(),
    updated_at: product.updated_at.toISOString(),
    terms_version: current.version,
    rates: ratesFor(current, product),
  };
}

/** The brand's product, in the scope of the transaction. */
async function productIn(tx: Tx, merchantId: string, productId: string): Promise<StoredProduct> {
  const found = isId(productId) ? await productById(tx, merchantId, productId) : undefined;
  if (!found) throw new Refusal('not_found');
  return found;
}

export async function readProductOf(
  ctx: Context,
  actor: Actor,
  { merchant, product_id: productId }: ProductPlace,
): Promise<DataOf<typeof readProduct>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) =>
    presentBrandProduct(ctx, tx, await productIn(tx, merchantId, productId)),
  );
}

type ChangeRow = Awaited<ReturnType<typeof changesOfProduct>>[number];

const sources = ['import', 'console', 'shop', 'sync', 'feed', 'undo'] as const;

function presentChange(product: KnownProduct, row: ChangeRow): ProductHistoryEntry {
  const { before, after, fields, isAddition } = changedStates(product, row);
  // Before the source was recorded, a change had an import or was made by hand.
  const source = sources.find((known) => known === row.source) ?? (row.import_id === null ? null : 'import');
  return {
    id: row.seq.toString(),
    at: row.changed_at.toISOString(),
    source,
    by: row.by,
    is_addition: isAddition,
    is_undone: row.is_undone && source !== 'undo',
    changes: describeChanges(before, after, fields),
  };
}

function seqIn(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,18}$/.test(cursor)) throw invalid('cursor', 'must be the next_cursor of the previous page');
  return BigInt(cursor);
}

export async function listProductChangesOf(
  ctx: Context,
  actor: Actor,
  { merchant, product_id: productId }: ProductPlace,
  { cursor, limit }: QueryOf<typeof listProductChanges>,
): Promise<ReplyOf<typeof listProductChanges>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const before = seqIn(cursor);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const product = await productIn(tx, merchantId, productId);
    const rows = await changesOfProduct(tx, merchantId, productId, { before, limit });
    const page = rows.slice(0, limit);
    const next = rows.length > limit ? (page.at(-1)?.seq.toString() ?? null) : null;
    return { data: page.map((row) => presentChange(product, row)), meta: { next_cursor: next } };
  });
}
