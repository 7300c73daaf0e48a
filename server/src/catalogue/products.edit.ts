// Products that a brand adds and changes by hand. They are read, compared and stored like the rows of a file, so the same
// rules hold and the same history is kept.
import type { BrandProduct, changeProduct, createProduct } from '@vitrine/contract/catalogue.products.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { ownsPicture } from '../pictures/pictures.service.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { isId, newId } from '../platform/ids.ts';
import { decimalText } from '../platform/money.text.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { type KnownProduct, planRow, type PlannedRow, productStateOf, type StateField } from './catalogue.plan.ts';
import { findProducts, lockCatalogue } from './catalogue.queries.ts';
import { type GoodRow, readRow, type RowRule, type SentRow } from './catalogue.rows.ts';
import { productById } from './catalogue.views.ts';
import { rowRuleOf, storePlanned, changerOf } from './imports.service.ts';
import { presentBrandProduct, type ProductPlace } from './products.page.ts';

type Given = BodyOf<typeof createProduct>;
type Edit = Omit<BodyOf<typeof changeProduct>, 'archived'>;
/** A field without a value was emptied by the user, so it may be cleared. */
const mayClear = new Set(['description', 'category', 'image', 'compare_at_price'] as const);

function amountIn(field: string, money: Money, currency: string): string {
  if (money.currency !== currency) throw invalid(field, `must be in ${currency}, the brand’s currency`);
  return decimalText(BigInt(money.amount), money.currency);
}

function cellsOf({ price, compare_at_price: before, in_stock: inStock, ...texts }: Edit, currency: string) {
  const values: SentRow['values'] = {};
  for (const [name, value] of Object.entries(texts))
    if (value !== undefined) Object.assign(values, { [name]: value ?? '' });
  if (price !== undefined) values.price = amountIn('price', price, currency);
  if (before !== undefined)
    values.compare_at_price = before === null ? '' : amountIn('compare_at_price', before, currency);
  if (inStock !== undefined) values.in_stock = String(inStock);
  return values;
}

/** The row under the rules of an import. An error names its field. */
function readOne(rule: RowRule, values: SentRow['values']): GoodRow {
  const row = readRow({ line: 1, values }, { ...rule, notation: 'comma_point' });
  if ('given' in row) return row;
  throw invalid(row.field ?? 'title', row.reason);
}

/** A picture that was uploaded must be the brand's own. */
async function checkPicture(ctx: Context, merchantId: string, image: string | null | undefined): Promise<void> {
  if (image?.startsWith('/media/p/') && !(await ownsPicture(ctx, { merchantId }, image)))
    throw invalid('image', 'must be a picture that you uploaded');
}

/** Pictures of this installation are shown with its address; they are stored without. */
function storedImage(ctx: Context, image: string | null | undefined): string | null | undefined {
  const own = `${ctx.config.publicUrl}/media/`;
  return image?.startsWith(own) ? image.slice(ctx.config.publicUrl.length) : image;
}

export async function createProductFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { sku, ...given }: Given,
): Promise<BrandProduct> {
  const { merchantId, currency } = await accessBrand(ctx, actor, merchant);
  await checkPicture(ctx, merchantId, given.image);
  const { rule } = await rowRuleOf(ctx, merchantId);
  const row = readOne(rule, { sku, ...cellsOf(given, currency) });
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    await lockCatalogue(tx, merchantId);
    const [known] = await findProducts(tx, merchantId, [row.given.sku]);
    if (known)
      throw invalid(
        'sku',
        known.archived_at
          ? 'belongs to an archived product; restore it instead'
          : `belongs to “${known.title}” already`,
      );
    const now = ctx.clock.now();
    const id = newId(now);
    const planned = planRow(row, undefined, mayClear, now);
    await storePlanned(tx, merchantId, [planned], { id, source: 'console', by: changerOf(actor), at: now });
    await audit(ctx, tx, actor, { action: 'product.created', merchantId, subject: { kind: 'product', id } });
    const made = await productById(tx, merchantId, id);
    if (!made) throw new Error('the product that was just stored is missing');
    return presentBrandProduct(ctx, tx, made);
  });
}

/** The row with the product's own values where the request has none. */
function readEdit(rule: RowRule, product: KnownProduct, edit: Edit): GoodRow {
  const { sku, title, url, price, currency } = product;
  return readOne(rule, { sku, title, url, price: decimalText(price, currency), ...cellsOf(edit, rule.currency) });
}

/** What the request changes. Archiving and restoring alone checks nothing else of the product. */
function planEdit(
  rule: RowRule,
  product: KnownProduct,
  { archived, ...edit }: BodyOf<typeof changeProduct>,
  now: Date,
): PlannedRow {
  const wasArchived = product.archived_at !== null;
  const isArchived = archived ?? wasArchived;
  const row: PlannedRow =
    Object.keys(edit).length === 0
      ? { line: 1, sku: product.sku, before: product, after: productStateOf(product), changed: [], clears: [] }
      : planRow(readEdit(rule, product, edit), product, mayClear, now);
  const fields: StateField[] = row.changed.filter((field) => field !== 'archived_at');
  const after = { ...row.after, archived_at: isArchived ? (product.archived_at ?? now) : null };
  return { ...row, after, changed: isArchived === wasArchived ? fields : [...fields, 'archived_at'] };
}

function actionOf(archived: boolean | undefined, fields: readonly string[]): string {
  if (fields.some((field) => field !== 'archived_at') || archived === undefined) return 'product.changed';
  return archived ? 'product.archived' : 'product.restored';
}

export async function changeProductOf(
  ctx: Context,
  actor: Actor,
  { merchant, product_id: productId }: ProductPlace,
  { image: sent, ...body }: BodyOf<typeof changeProduct>,
): Promise<DataOf<typeof changeProduct>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(productId)) throw new Refusal('not_found');
  const image = storedImage(ctx, sent);
  await checkPicture(ctx, merchantId, image);
  const wanted = image === undefined ? body : { ...body, image };
  const { rule } = await rowRuleOf(ctx, merchantId);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await lockCatalogue(tx, merchantId);
    const product = await productById(tx, merchantId, productId);
    if (!product) throw new Refusal('not_found');
    const now = ctx.clock.now();
    const planned = planEdit(rule, product, wanted, now);
    const fields = planned.changed;
    await storePlanned(tx, merchantId, [planned], { source: 'console', by: changerOf(actor), at: now });
    await audit(ctx, tx, actor, {
      action: actionOf(body.archived, fields),
      merchantId,
      subject: { kind: 'product', id: productId },
      ...(fields.length > 0 && { details: { fields } }),
    });
    const changed = await productById(tx, merchantId, productId);
    if (!changed) throw new Error('the product that was just changed is missing');
    return { ...(await presentBrandProduct(ctx, tx, changed)), archived: changed.archived_at !== null };
  });
}
