// A stored body as its brand sees it: the fields at fault first, each with the part of the body around it.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { BodyFault, ExpectedField, OrderVersion, readDeliveryBody } from '@vitrine/contract/repairs.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import { findEntry } from '../deliveries/delivery.repairs.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { netOf, type NewOrder } from '../orders/orders.meaning.ts';
import { storedIdOf } from '../orders/orders.twins.ts';
import { type OrderContent, readOrderContent } from '../orders/orders.versions.ts';
import type { Actor } from '../platform/actor.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { draftOf } from './repairs.draft.ts';
import { storedKeyOf } from './repairs.service.ts';
import { Unreadable } from './shop.ts';
import { kindOf } from './shop.kinds.ts';
import { findWebhook } from './webhook.queries.ts';

const longestText = 65_536;
const longestValue = 200;
const longestLine = 300;
/** Lines of the part that are shown before and after the field. */
const linesAround = 8;

type Fields = Record<string, unknown>;
function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** Keyed hashes of the shopper are no use to the brand. */
function withoutHashes(body: unknown): unknown {
  if (!isFields(body) || !isFields(body['vitrine'])) return body;
  const kept = Object.entries(body['vitrine']).filter(([name]) => !name.startsWith('customer_'));
  return { ...body, vitrine: Object.fromEntries(kept) };
}

/** Names of our own checks, and what shops call the same. */
const otherNames: Record<string, readonly string[]> = {
  lines: ['line_items'],
  unit_price: ['price'],
  placed_at: ['processed_at', 'created_at', 'date_created_gmt', 'date_created'],
};

/** Follows a field as far as the body has it. */
function follow(body: unknown, field: string): { path: string[]; parent: unknown; isFound: boolean } {
  const path: string[] = [];
  let parent = body;
  let value = body;
  const names = field === 'body' ? [] : field.split('.');
  for (const name of names) {
    if (!isFields(value)) break;
    const here: Fields = value;
    parent = value;
    const found = [name, ...(otherNames[name] ?? [])].find((each) => Object.hasOwn(here, each));
    if (found === undefined) return { path, parent, isFound: false };
    path.push(found);
    value = here[found];
  }
  return { path, parent, isFound: path.length > 0 };
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function brief(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ … ${value.length} ]`;
  if (isFields(value)) return Object.keys(value).length === 0 ? '{}' : '{ … }';
  return shortened(JSON.stringify(value) ?? 'null', longestLine);
}

/** One line for each field of the object, with what is inside of them left out. */
function partAround(parent: unknown, marked: string | undefined): Pick<BodyFault['part'], 'lines' | 'from' | 'to'> {
  if (!isFields(parent)) return { lines: [brief(parent)], from: 0, to: 0 };
  const [first, last] = Array.isArray(parent) ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries(parent);
  const fields = entries.map(
    ([name, value], place) =>
      `  ${Array.isArray(parent) ? '' : `${JSON.stringify(name)}: `}${brief(value)}${place < entries.length - 1 ? ',' : ''}`,
  );
  const all = [first ?? '', ...fields, last ?? ''];
  const at = marked === undefined ? -1 : entries.findIndex(([name]) => name === marked) + 1;
  const start = Math.max(0, at - linesAround);
  const lines = all.slice(start, at < 1 ? 2 * linesAround : at + linesAround + 1);
  return { lines, from: at < 1 ? 0 : at - start, to: at < 1 ? 0 : at - start + 1 };
}

const expectedByName: Record<string, ExpectedField> = {
  currency: 'currency',
  price: 'amount',
  unit_price: 'amount',
  amount: 'amount',
  subtotal: 'amount',
  total: 'amount',
  discount: 'amount',
  discount_allocations: 'amount',
  tax_lines: 'amount',
  placed_at: 'time',
  processed_at: 'time',
  created_at: 'time',
  cancelled_at: 'time',
  updated_at: 'time',
  date_created: 'time',
  date_created_gmt: 'time',
  id: 'id',
  line_id: 'id',
  order_id: 'id',
  refund_id: 'id',
  line_item_id: 'id',
  quantity: 'quantity',
  lines: 'lines',
  line_items: 'lines',
  sku: 'text',
  title: 'text',
  name: 'text',
  code: 'text',
};

function expectedIn(field: string): ExpectedField {
  const named = field
    .split('.')
    .toReversed()
    .find((name) => Object.hasOwn(expectedByName, name));
  return (named && expectedByName[named]) || 'other';
}

function faultIn(body: unknown, field: string): BodyFault {
  const { path, parent, isFound } = follow(body, field);
  const name = isFound ? path.at(-1) : undefined;
  const value = name !== undefined && isFields(parent) ? parent[name] : undefined;
  return {
    field,
    expected: expectedIn(field),
    value: value === undefined ? null : shortened(JSON.stringify(value), longestValue),
    part: { path: (isFound ? path.slice(0, -1) : path).join('.'), ...partAround(parent, name) },
  };
}

/** The order in a stored webhook; undefined if it has none or can't be read. */
export async function orderIn(
  ctx: Context,
  webhook: Pick<
    NonNullable<Awaited<ReturnType<typeof findWebhook>>>,
    'source' | 'topic' | 'body' | 'merchant_id' | 'time_zone' | 'received_at'
  >,
): Promise<NewOrder | undefined> {
  const { merchant_id: merchantId, time_zone: timeZone, received_at: receivedAt } = webhook;
  try {
    const origin = { ctx, merchantId, timeZone, receivedAt };
    for (const event of await kindOf(webhook.source).eventsIn(webhook.topic, webhook.body, origin))
      if (event.kind === 'order' || event.kind === 'change') return event.order;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return undefined;
}

function presentVersion({ currency, placedAt, clickId, discountCodes, lines }: OrderContent): OrderVersion {
  return {
    currency,
    placed_at: placedAt.toISOString(),
    click_id: clickId,
    discount_codes: [...discountCodes],
    total: toMoney(
      lines.reduce((sum, line) => sum + netOf(line), 0n),
      currency,
    ),
    lines: lines.map((line) => ({
      line_id: line.lineId,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      unit_price: toMoney(line.unitPrice, currency),
      discount: toMoney(line.discount, currency),
    })),
  };
}

export async function readDeliveryBodyOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  id: string,
): Promise<DataOf<typeof readDeliveryBody>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const { entry, webhook } = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const found = isId(id) ? await findEntry(tx, merchantId, id) : undefined;
    if (!found) throw new Refusal('not_found');
    const key = storedKeyOf(found);
    return { entry: found, webhook: key && (await findWebhook(tx, key)) };
  });
  // Old bodies are emptied.
  if (!webhook || JSON.stringify(webhook.body) === '{}') throw new Refusal('delivery_without_body');
  const body = withoutHashes(webhook.body);
  const text = JSON.stringify(body, undefined, 2);
  const sent = entry.outcome === 'order_conflict' ? await orderIn(ctx, webhook) : undefined;
  const storedId = sent && (await storedIdOf(ctx, merchantId, sent));
  const stored = storedId && (await readOrderContent(ctx, merchantId, { ...sent, orderId: storedId }));
  return {
    text: text.slice(0, longestText),
    is_cut: text.length > longestText,
    faults: entry.fields.map((field) => faultIn(body, field)),
    draft: draftOf(webhook.topic, body),
    conflict: sent && stored ? { stored: presentVersion(stored), sent: presentVersion(sent) } : null,
  };
}
