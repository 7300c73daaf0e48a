// The figures of one product for its brand, over the same ranges and by the same counts as a creator's analytics.
import type { listProductCreators, readProductFigures } from '@vitrine/contract/catalogue.products.ts';
import type { DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import { clicksOfLinks } from '../figures/counts.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Span } from '../platform/days.ts';
import { isId } from '../platform/ids.ts';
import { publicAddress } from '../platform/public.address.ts';
import { Refusal } from '../platform/refusal.ts';
import { presentRange } from './analytics.figures.ts';
import { type Range, type RangeInput, rangeOf } from './analytics.range.ts';
import {
  creatorsFeaturing,
  featuringLinks,
  ordersWith,
  type CountedProduct,
  countedProduct,
  soldByAccount,
} from './products.views.ts';

type Place = { merchant: string; product_id: string };
type Read = { tx: Tx; brand: BrandAccess; product: CountedProduct; range: Range; now: Date };

async function readingProduct<T>(
  ctx: Context,
  actor: Actor,
  { merchant, product_id: productId }: Place,
  input: RangeInput,
  read: (of: Read) => Promise<T>,
): Promise<T> {
  const brand = await accessBrand(ctx, actor, merchant);
  if (!isId(productId)) throw new Refusal('not_found');
  const now = ctx.clock.now();
  return ctx.database.read({ role: 'app', merchantId: brand.merchantId }, async (tx) => {
    const product = await countedProduct(tx, brand.merchantId, productId);
    if (!product) throw new Refusal('not_found');
    return read({ tx, brand, product, range: rangeOf(now, brand.timeZone, input), now });
  });
}

const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);

async function figuresIn({ tx, brand, product }: Read, links: readonly string[], span: Span) {
  const { merchantId, currency } = brand;
  const of = { merchantId, sku: product.sku, currency };
  const clicks = await clicksOfLinks(tx, links, span);
  const sold = await soldByAccount(tx, of, span);
  return {
    clicks: [...clicks.values()].reduce((sum, counted) => sum + counted, 0),
    orders: await ordersWith(tx, of, span),
    sales: toMoney(sumOf(sold.map(({ sales }) => sales)), currency),
    commission: toMoney(sumOf(sold.map(({ commission }) => commission)), currency),
  };
}

export async function readProductFiguresOf(
  ctx: Context,
  actor: Actor,
  place: Place,
  input: RangeInput,
): Promise<DataOf<typeof readProductFigures>> {
  return readingProduct(ctx, actor, place, input, async (of) => {
    const { tx, brand, product, range, now } = of;
    const links = (await featuringLinks(tx, brand.merchantId, product.id)).map(({ link_id: id }) => id);
    return {
      range: presentRange(range, now, product.createdAt),
      now: await figuresIn(of, links, range),
      before: await figuresIn(of, links, range.before),
    };
  });
}

export async function listProductCreatorsOf(
  ctx: Context,
  actor: Actor,
  place: Place,
  { cursor, limit, ...input }: QueryOf<typeof listProductCreators>,
): Promise<ReplyOf<typeof listProductCreators>> {
  return readingProduct(ctx, actor, place, input, async ({ tx, brand, product, range }) => {
    const { merchantId, currency } = brand;
    const { page, next, total } = await creatorsFeaturing(tx, merchantId, product.id, { cursor, limit });
    const accounts = page.map(({ account }) => account);
    const links = await featuringLinks(tx, merchantId, product.id, accounts);
    const clicks = await clicksOfLinks(
      tx,
      links.map(({ link_id: id }) => id),
      range,
    );
    const sold = await soldByAccount(tx, { merchantId, sku: product.sku, currency }, range, accounts);
    const data = page.map(({ account, handle, avatar, since, ...creator }) => {
      const own = links.filter((link) => link.account === account);
      const sales = sold.find((row) => row.account === account);
      return {
        account,
        display_name: creator.display_name,
        placements: creator.placements,
        is_hidden: creator.is_hidden,
        handle: handle ?? '',
        avatar: publicAddress(ctx.config.publicUrl, avatar),
        since: since.toISOString(),
        clicks: own.reduce((sum, { link_id: id }) => sum + (clicks.get(id) ?? 0), 0),
        orders: Number(sales?.orders ?? 0n),
        sales: toMoney(sales?.sales ?? 0n, currency),
        commission: toMoney(sales?.commission ?? 0n, currency),
      };
    });
    return { data, meta: { next_cursor: next, total } };
  });
}
