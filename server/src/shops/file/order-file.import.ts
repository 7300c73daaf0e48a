// Orders that a brand uploads as a CSV file, because its shop can't send them. Each is stored and decided like any other.
// Importing the same file again changes nothing, so a file whose import was interrupted is simply sent again.
import type { Outcome } from '@vitrine/contract/decisions.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import {
  type FileOrder,
  type importOrders,
  orderFileField,
  type OrderFileField,
  type OrderImport,
} from '@vitrine/contract/order-files.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../../context.ts';
import { requireOpenBrand } from '../../merchants/brand.pauses.ts';
import { accessBrand, type BrandAccess } from '../../merchants/merchants.access.ts';
import { applyCancellation } from '../../orders/orders.cancellation.ts';
import { hashCustomer } from '../../orders/orders.customer.ts';
import { decideOrder } from '../../orders/orders.decision.ts';
import { editOrder } from '../../orders/orders.edits.ts';
import { compareOrder, storeOrder } from '../../orders/orders.intake.ts';
import { netOf } from '../../orders/orders.meaning.ts';
import { applyReportedRefund } from '../../orders/orders.reported-refunds.ts';
import type { Actor } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import { type Columns, presentColumns, valuesIn } from '../../platform/csv.columns.ts';
import { csvTable, headerFault } from '../../platform/csv.table.ts';
import { isTimeZone } from '../../platform/days.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sha256 } from '../../platform/ids.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { fileColumns, missingFields } from './order-file.columns.ts';
import { FileFault, type FileReader, type FileRow, type ReadFileOrder, readFileOrder } from './order-file.orders.ts';
import { reversedOf } from './order-file.views.ts';

const mostOrders = 1_000;
const mostLinesOfOrder = 500;
const mostLetters = 2_000;
/** How many orders are decided at once. */
const abreast = 4;

type Body = BodyOf<typeof importOrders>;
type Table = ReturnType<typeof csvTable>;

/** The rows by order, in the order of the file. */
async function ordersIn(table: Table, columns: Columns<OrderFileField>): Promise<Map<string, FileRow[]>> {
  const orders = new Map<string, FileRow[]>();
  await table.each(({ line, cells, fault }) => {
    const values = valuesIn(cells, columns);
    const orderId = (values.order_id ?? '').trim();
    const rows = orders.get(orderId);
    const row = { line, values, ...(fault === undefined ? {} : { fault }) };
    if (rows) rows.push(row);
    else orders.set(orderId, [row]);
    if (orders.size > mostOrders)
      throw invalid('csv', `must have at most ${mostOrders} orders; put the rest in another file`);
    if (rows && rows.length > mostLinesOfOrder)
      throw invalid('csv', `must have at most ${mostLinesOfOrder} rows for each order; ${orderId} has more`);
  });
  return orders;
}

const nothing = { outcome: null, field: null, value: null, reason: null } as const;

function refused(orderId: string, fault: FileFault): FileOrder {
  return {
    line: fault.line,
    order_id: orderId,
    state: 'refused',
    total: null,
    refunded: null,
    is_cancelled: false,
    outcome: null,
    field: fault.field,
    value: fault.value,
    reason: fault.message,
  };
}

function readOne(orderId: string, rows: readonly FileRow[], reader: FileReader): ReadFileOrder {
  const line = rows[0]?.line ?? 1;
  const isId =
    orderId !== '' && orderId.length <= 200 && orderId.isWellFormed() && !/[\u0000-\u001f\u007f]/.test(orderId);
  // An address with .. between slashes would never reach the order.
  if (!isId || orderId.split(/[/\\]/).includes('..'))
    throw new FileFault(
      orderId === '' ? 'must not be empty' : 'must be the order number, with at most 200 characters',
      {
        line,
        field: 'order_id',
        value: orderId.slice(0, 40),
      },
    );
  return readFileOrder(orderId, rows, reader);
}

function presentOrder(read: ReadFileOrder, state: FileOrder['state'], outcome: Outcome | null): FileOrder {
  const { order, refunded } = read;
  const total = order.lines.reduce((sum, line) => sum + netOf(line), 0n);
  return {
    ...nothing,
    line: read.line,
    order_id: order.orderId,
    state,
    total: toMoney(total, order.currency),
    refunded: refunded > 0n ? toMoney(refunded, order.currency) : null,
    is_cancelled: read.isCancelled,
    outcome,
  };
}

/** How much more than any file before it says was paid back. Nothing is left of a canceled order. */
async function newlyRefunded(tx: Tx, merchantId: string, { order, refunded }: ReadFileOrder): Promise<bigint> {
  const before = await reversedOf(tx, merchantId, order.orderId);
  return before.isCancelled || refunded <= before.refunded ? 0n : refunded - before.refunded;
}

async function isNewlyCancelled(tx: Tx, merchantId: string, { order, isCancelled }: ReadFileOrder): Promise<boolean> {
  return isCancelled && !(await reversedOf(tx, merchantId, order.orderId)).isCancelled;
}

type Compared = { state: FileOrder['state']; hasOtherLines: boolean; isTwin?: boolean };

async function compare(ctx: Context, merchantId: string, read: ReadFileOrder): Promise<Compared> {
  const { order } = read;
  const stored = await compareOrder(ctx, merchantId, order);
  if (!stored) return { state: 'new', hasOtherLines: false };
  // It came from the shop itself, which also reports its refunds.
  if (stored === 'twin') return { state: 'known', hasOtherLines: false, isTwin: true };
  if (!stored.isSame) {
    const isOurs = stored.source === 'file' && stored.currency === order.currency;
    return { state: isOurs ? 'changed' : 'conflict', hasOtherLines: true };
  }
  const isReversed = await ctx.database.as(
    { role: 'app', merchantId },
    async (tx) => (await isNewlyCancelled(tx, merchantId, read)) || (await newlyRefunded(tx, merchantId, read)) > 0n,
  );
  return { state: isReversed ? 'changed' : 'known', hasOtherLines: false };
}

/** Reports what was refunded since the last file. The total is part of its id, so the same file refunds nothing twice. */
async function applyRefunds(ctx: Context, merchantId: string, read: ReadFileOrder): Promise<void> {
  const { orderId } = read.order;
  if (read.isCancelled) {
    await applyCancellation(ctx, merchantId, orderId, 'file');
    return;
  }
  if (read.refunded === 0n) return;
  const refundId = `file-${read.refunded}`;
  const refund = {
    refundId,
    orderId,
    source: 'file',
    items: [],
    body: { refunded: read.refunded.toString() },
  } as const;
  await applyReportedRefund(ctx, merchantId, { ...refund, bodyHash: sha256(refundId) }, async (tx) => {
    const more = await newlyRefunded(tx, merchantId, read);
    return more > 0n ? [{ lineId: null, quantity: 0, amountIn: () => more }] : undefined;
  });
}

async function importOne(ctx: Context, merchantId: string, read: ReadFileOrder): Promise<FileOrder> {
  const { order } = read;
  const { state, hasOtherLines, isTwin } = await compare(ctx, merchantId, read);
  if (state === 'conflict' || isTwin) return presentOrder(read, state, null);
  if (state === 'new' && (await storeOrder(ctx, merchantId, order)) === 'twin')
    return presentOrder(read, 'known', null);
  const decided = await decideOrder(ctx, merchantId, order.orderId);
  if (state === 'changed' && hasOtherLines)
    await editOrder(ctx, merchantId, order.orderId, { ...order, editedAt: ctx.clock.now(), isTimeOfArrival: true });
  await applyRefunds(ctx, merchantId, read);
  return presentOrder(read, state, decided?.explanation.outcome ?? null);
}

async function each(
  orders: ReadonlyMap<string, FileRow[]>,
  reader: FileReader,
  work: (read: ReadFileOrder) => Promise<FileOrder>,
): Promise<FileOrder[]> {
  const waiting = [...orders];
  const done: FileOrder[] = [];
  for (let from = 0; from < waiting.length; from += abreast)
    done.push(
      ...(await Promise.all(
        waiting.slice(from, from + abreast).map(async ([orderId, rows]) => {
          try {
            return await work(readOne(orderId, rows, reader));
          } catch (error) {
            if (error instanceof FileFault) return refused(orderId, error);
            if (error instanceof Refusal)
              return refused(orderId, new FileFault(error.message, { line: rows[0]?.line ?? 1 }));
            throw error;
          }
        }),
      )),
    );
  return done;
}

function readerFor(ctx: Context, brand: BrandAccess, body: Body): FileReader {
  const timeZone = body.time_zone ?? brand.timeZone;
  if (!isTimeZone(timeZone)) throw invalid('time_zone', 'must be a time zone like Europe/Berlin');
  return {
    currency: body.currency ?? brand.currency,
    timeZone,
    now: ctx.clock.now(),
    customer: (email) => hashCustomer(ctx, brand.merchantId, email),
  };
}

export async function importOrdersFor(ctx: Context, actor: Actor, merchant: string, body: Body): Promise<OrderImport> {
  const brand = await accessBrand(ctx, actor, merchant);
  const { merchantId } = brand;
  const reader = readerFor(ctx, brand, body);
  const table = csvTable(body.csv, mostLetters);
  const fault = headerFault(table);
  if (fault !== undefined) throw invalid('csv', fault);
  const columns = fileColumns(table.headings, body.columns);
  const missing = missingFields(columns);
  const result = {
    is_preview: body.preview,
    headings: table.headings.map((heading) => heading.trim()),
    columns: presentColumns(orderFileField.options, table.headings, columns),
    missing,
  };
  if (missing.length > 0) {
    if (!body.preview) throw invalid('csv', `must have a column for ${missing.join(', ')}`);
    return { ...result, orders: [] };
  }
  const orders = await ordersIn(table, columns);
  if (body.preview)
    return {
      ...result,
      orders: await each(orders, reader, async (read) =>
        presentOrder(read, (await compare(ctx, merchantId, read)).state, null),
      ),
    };
  await ctx.database.as({ role: 'app', merchantId }, (tx) => requireOpenBrand(tx, merchantId));
  const imported = await each(orders, reader, (read) => importOne(ctx, merchantId, read));
  const count = imported.filter(({ state }) => state === 'new' || state === 'changed').length;
  await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    audit(ctx, tx, actor, {
      action: 'orders.imported',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { count },
    }),
  );
  return { ...result, orders: imported };
}
