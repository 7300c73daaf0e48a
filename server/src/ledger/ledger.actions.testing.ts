import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { receiveRefund } from '@vitrine/contract/orders.ts';
import { matureCommissions } from '../commissions/commissions.maturity.ts';
import { releaseCommissionOf } from '../commissions/commissions.holds.ts';
import { takeOrder } from '../orders/orders.intake.ts';
import { takeRefund } from '../orders/orders.refunds.ts';
import { addTerms } from '../terms/terms.service.ts';
import type { Books } from './ledger.books.testing.ts';
import {
  commissionOf,
  mature,
  type Model,
  type ModelOrder,
  type ModelPayout,
  refundLine,
  returnMs,
  modelAmountOf,
} from './ledger.model.testing.ts';
import { post } from './ledger.service.ts';

/** One concurrent worker on the ledger, with its own orders and its own random numbers. */
export type Worker = {
  name: string;
  books: Books;
  model: Model;
  done: Mutation[];
  draw(below: number): number;
  count: number;
  alone: boolean;
};
/** A mutation that can be repeated: it must return the same answer and change nothing. */
type Mutation = { answer: string; again(): Promise<string> };

const noticeMs = 14 * 86_400_000;

/** Small pseudo-random numbers from a seed (mulberry32). */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function pick<T>(worker: Worker, from: readonly T[]): T | undefined {
  return from[worker.draw(Math.max(1, from.length))];
}

async function doOnce(worker: Worker, mutation: () => Promise<unknown>): Promise<string> {
  const again = async () => JSON.stringify(await mutation());
  const answer = await again();
  worker.done.push({ answer, again });
  return answer;
}

function money(amount: bigint | number): { amount: string; currency: string } {
  return { amount: String(amount), currency: 'USD' };
}

function rateNow(books: Books): number {
  return books.rates.findLast((version) => version.effectiveAt <= books.clock.now().getTime())?.rate ?? 0;
}

async function payOrder(worker: Worker): Promise<void> {
  const { books } = worker;
  const id = `${worker.name}-${(worker.count += 1)}`;
  const account = worker.draw(books.accounts.length);
  const isOwn = worker.draw(6) === 0;
  const placedAt = books.clock.now();
  const lines = Array.from({ length: 1 + worker.draw(3) }, (_, index) => {
    const [quantity, price] = [1 + worker.draw(5), 1 + worker.draw(9_999)];
    return {
      line_id: String(index + 1),
      sku: `sku-${index}`,
      title: 'A thing',
      quantity,
      unit_price: money(price),
      discount: money(worker.draw(price)),
    };
  });
  const body = {
    order_id: id,
    currency: 'USD',
    lines,
    discount_codes: [books.codes[account] ?? ''],
    placed_at: placedAt.toISOString(),
    ...(isOwn ? { customer: { email: books.creators[account]?.email ?? '' } } : {}),
  };
  const expected = rateNow(books);
  const answer: Awaited<ReturnType<typeof takeOrder>> = JSON.parse(
    await doOnce(worker, () => takeOrder(books.ctx, books.shop, body, Buffer.from(JSON.stringify(body)))),
  );
  // Self-purchases are held, and so is a code that many use at once: the decision determines what is held.
  const isHeld = answer.decision?.outcome.startsWith('held') ?? false;
  if (isOwn && !isHeld) throw new Error(`${id}: an own purchase is not held`);
  const order: ModelOrder = { id, account, isHeld, maturesAt: placedAt.getTime() + returnMs, lines: [] };
  for (const line of answer.decision?.lines ?? []) {
    const rate = line.rule?.rate ?? 0;
    // With other workers, a rate can change while an order is in progress; then it must be one that was published.
    const known = worker.alone ? rate === expected : books.rates.some((version) => version.rate === rate);
    const net = BigInt(line.base.amount);
    const commission = commissionOf(net, rate);
    if (!known || String(commission) !== (line.commission?.amount ?? '0'))
      throw new Error(`${id}: ${rate} (${expected} expected) of ${net} earned ${line.commission?.amount}`);
    if (commission > 0n)
      order.lines.push({
        lineId: line.line_id,
        quantity: line.quantity,
        net,
        rate,
        commission,
        refunded: 0n,
        refundedPieces: 0,
        reversed: 0n,
        isMatured: false,
      });
  }
  if (order.lines.length > 0) worker.model.orders.push(order);
}

/** Refunds some items or an amount of a line. More than is left is refused and changes nothing. */
async function refundSome(worker: Worker): Promise<void> {
  const order = pick(worker, worker.model.orders);
  const line = order && pick(worker, order.lines);
  if (!order || !line) return;
  const byPieces = worker.draw(2) === 0;
  const pieces = byPieces ? 1 + worker.draw(line.quantity + 1) : 0;
  const amount = byPieces ? modelAmountOf(line, pieces) : BigInt(worker.draw(Number(line.net) + 2));
  const isRefused = amount === undefined || amount > line.net - line.refunded;
  const part = byPieces
    ? { line_id: line.lineId, quantity: pieces }
    : { line_id: line.lineId, amount: money(amount ?? 0n) };
  await refund(worker, order, [part], isRefused ? undefined : [{ line, amount, pieces }]);
}

/** Refunds everything that is left of an order, like a cancellation. */
async function refundAll(worker: Worker): Promise<void> {
  const order = pick(worker, worker.model.orders);
  const left =
    order?.lines.flatMap((line) =>
      line.refunded < line.net ? [{ line, amount: line.net - line.refunded, pieces: 0 }] : [],
    ) ?? [];
  if (!order || left.length === 0) return;
  await refund(
    worker,
    order,
    left.map(({ line, amount }) => ({ line_id: line.lineId, amount: money(amount) })),
    left,
  );
}

type Part = { line: ModelOrder['lines'][number]; amount: bigint; pieces: number };

async function refund(
  worker: Worker,
  order: ModelOrder,
  lines: { line_id: string; quantity?: number; amount?: ReturnType<typeof money> }[],
  parts: Part[] | undefined,
): Promise<void> {
  const { books } = worker;
  // Refunds bear their shares in the order of their ids, so an earlier one keeps its cents when another comes.
  const refundId = `refund-${String((worker.count += 1)).padStart(6, '0')}`;
  const send = () => takeRefund(books.ctx, books.shop, order.id, { refund_id: refundId, lines }, refundId);
  if (!parts) return refused('validation_failed', send);
  const answer: DataOf<typeof receiveRefund> = JSON.parse(await doOnce(worker, send));
  const reversed = parts.reduce((sum, { line, amount, pieces }) => sum + refundLine(line, amount, pieces), 0n);
  if (answer.reversed.amount !== String(reversed))
    throw new Error(`${order.id} ${refundId}: reversed ${answer.reversed.amount}, not ${reversed}`);
}

async function refused(code: string, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if ((error as { code?: string }).code === code) return;
    throw error;
  }
  throw new Error(`should have been refused with ${code}`);
}

async function releaseOne(worker: Worker): Promise<void> {
  const { books, model } = worker;
  const order = pick(
    worker,
    model.orders.filter(({ isHeld, lines }) => isHeld && lines.every((line) => line.reversed < line.commission)),
  );
  if (!order) return;
  const rows = await books.ctx.database.as({ role: 'app', merchantId: books.merchantId }, (tx) =>
    tx
      .selectFrom('commissions')
      .select('id')
      .where('order_id', '=', order.id)
      .where('merchant_id', '=', books.merchantId)
      .execute(),
  );
  for (const { id } of rows) await releaseCommissionOf(books.ctx, books.staff, books.merchantId, id, undefined);
  for (const { id } of rows)
    await refused('commission_not_held', () =>
      releaseCommissionOf(books.ctx, books.staff, books.merchantId, id, undefined),
    );
  order.isHeld = false;
}

async function changeRate(worker: Worker): Promise<void> {
  const { books } = worker;
  const rate = 500 + worker.draw(2_000);
  const now = books.clock.now().getTime();
  const held = books.rates.findLastIndex((version) => version.effectiveAt <= now);
  const isCut = books.rates.slice(Math.max(0, held)).some((version) => version.rate > rate);
  books.rates.push({ rate, effectiveAt: isCut ? now + noticeMs : now });
  await addTerms(books.ctx, books.merchantId, { rules: [{ kind: 'percentage', rate }] });
}

async function passTime(worker: Worker): Promise<void> {
  worker.books.clock.advance((1 + worker.draw(25)) * 86_400_000);
  await matureCommissions(worker.books.ctx);
  if (worker.alone) mature(worker.model, worker.books.clock.now().getTime());
}

async function currentOf(books: Books, account: number): Promise<bigint> {
  const row = await books.ctx.database.as({ role: 'app', merchantId: books.merchantId }, (tx) =>
    tx
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('merchant_id', '=', books.merchantId)
      .where('merchant_account_id', '=', books.accounts[account] ?? '')
      .where('kind', '=', 'current')
      .executeTakeFirst(),
  );
  return row?.balance ?? 0n;
}

function movePayout(books: Books, payout: ModelPayout, kind: 'payout_request' | 'payout_cancel' | 'payout_paid') {
  const [from, to] = (
    {
      payout_request: ['current', 'processing'],
      payout_cancel: ['processing', 'current'],
      payout_paid: ['processing', 'paid'],
    } as const
  )[kind];
  return () =>
    books.ctx.database.as({ role: 'app', merchantId: books.merchantId }, (tx) =>
      post(tx, {
        merchantId: books.merchantId,
        merchantAccountId: books.accounts[payout.account] ?? '',
        key: `${kind}:${payout.id}`,
        kind,
        reference: payout.id,
        currency: 'USD',
        occurredAt: books.clock.now(),
        entries: [
          { account: from, amount: -payout.amount },
          { account: to, amount: payout.amount },
        ],
      }),
    );
}

/** Requests a part of the available balance, or more than there is, which is refused. */
async function requestPayout(worker: Worker): Promise<void> {
  const { books } = worker;
  const account = worker.draw(books.accounts.length);
  const current = await currentOf(books, account);
  const isTooMuch = current <= 0n || worker.draw(4) === 0;
  const amount = isTooMuch
    ? (current > 0n ? current : 0n) + 1n + BigInt(worker.draw(100))
    : 1n + BigInt(worker.draw(Number(current)));
  const payout: ModelPayout = {
    id: `${worker.name}-payout-${(worker.count += 1)}`,
    account,
    amount,
    state: 'requested',
  };
  const move = movePayout(books, payout, 'payout_request');
  if (worker.alone && isTooMuch) return refused('VT004', move);
  try {
    await doOnce(worker, move);
    worker.model.payouts.push(payout);
  } catch (error) {
    // With other workers, the balance may have been requested meanwhile.
    if (worker.alone || (error as { code?: string }).code !== 'VT004') throw error;
  }
}

async function finishPayout(worker: Worker): Promise<void> {
  const payout = pick(
    worker,
    worker.model.payouts.filter(({ state }) => state === 'requested'),
  );
  if (!payout) return;
  const kind = worker.draw(2) === 0 ? 'payout_paid' : 'payout_cancel';
  await doOnce(worker, movePayout(worker.books, payout, kind));
  payout.state = kind === 'payout_paid' ? 'paid' : 'cancelled';
}

/** Repeats an earlier mutation: the same answer, whatever happened since. */
async function repeat(worker: Worker): Promise<void> {
  const mutation = pick(worker, worker.done);
  if (!mutation) return;
  const answer = await mutation.again();
  if (answer !== mutation.answer) throw new Error(`repeated, ${mutation.answer} became ${answer}`);
}

export const actions = {
  payOrder,
  refundSome,
  refundAll,
  releaseOne,
  changeRate,
  passTime,
  requestPayout,
  finishPayout,
  repeat,
};
export type ActionName = keyof typeof actions;

/** How often each action is chosen, relative to the sum of all. */
export const shares: Record<ActionName, number> = {
  payOrder: 30,
  refundSome: 25,
  refundAll: 4,
  releaseOne: 5,
  changeRate: 1,
  passTime: 3,
  requestPayout: 10,
  finishPayout: 8,
  repeat: 15,
};
