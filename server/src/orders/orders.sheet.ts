import * as z from 'zod/mini';
import type { OrderDetail } from '@vitrine/contract/orders.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import type { Money } from '@vitrine/contract/values/money.ts';
import { presentForBrand } from '../commissions/commissions.service.ts';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import { accessShop, isTestKey } from '../merchants/shop.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/refusal.ts';
import { listFlags } from './fraud.flags.ts';
import { orderIdIn } from './orders.access.ts';
import { decideOrder } from './orders.decision.ts';
import { listEdits } from './orders.edits.queries.ts';
import { explain } from './orders.explain.ts';
import { moneyOfOrders } from './orders.money.ts';
import { findBlock, findOrder, listLines, listRefundLines, listRefunds, type OrderRecord } from './orders.queries.ts';
import { isSpread } from './orders.refund-shares.ts';
import { readTestSheet } from './orders.trials.views.ts';
import { refundableLines } from './orders.refunds.ts';

async function linesOf(tx: Tx, order: OrderRecord): Promise<OrderDetail['lines']> {
  const refundable = await refundableLines(tx, order);
  const lines = await listLines(tx, order.merchant_id, order.order_id);
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map((line) => {
      const taken = refundable.get(line.line_id);
      const refunded = taken?.refunded ?? 0n;
      return {
        line_id: line.line_id,
        title: line.title,
        quantity: line.quantity,
        net: toMoney(line.net, order.currency),
        // A change of the order may leave less on a line than was refunded before.
        refunded_quantity: Math.min(taken?.refundedQuantity ?? 0, line.quantity),
        refunded: toMoney(refunded < line.net ? refunded : line.net, order.currency),
      };
    });
}

async function editsOf(tx: Tx, order: OrderRecord, total: Money): Promise<OrderDetail['edits']> {
  const edits = await listEdits(tx, order);
  return edits.map((row, index) => {
    const next = edits[index + 1];
    return {
      source: row.source,
      changed_at: row.edited_at.toISOString(),
      received_at: row.received_at.toISOString(),
      before: toMoney(row.total_before, order.currency),
      after: next ? toMoney(next.total_before, order.currency) : total,
    };
  });
}

async function refundsOf(tx: Tx, order: OrderRecord): Promise<OrderDetail['refunds']> {
  const parts = Map.groupBy(await listRefundLines(tx, order.merchant_id, order.order_id), (part) => part.refund_id);
  return (await listRefunds(tx, order.merchant_id, order.order_id)).map((row) => ({
    refund_id: row.refund_id,
    source: row.source,
    kind: row.kind === 'cancellation' || row.kind === 'dispute' ? row.kind : 'refund',
    is_spread: isSpread(row.claims),
    received_at: row.received_at.toISOString(),
    amount: toMoney(
      (parts.get(row.refund_id) ?? []).reduce((sum, part) => sum + part.amount, 0n),
      order.currency,
    ),
  }));
}

const evidence = z.record(z.string(), z.string());

async function flagsOn(tx: Tx, order: OrderRecord): Promise<OrderDetail['flags']> {
  return (await listFlags(tx, order)).map((row) => ({
    rule: row.rule,
    evidence: evidence.parse(row.evidence),
    in_hindsight: row.in_hindsight,
    held: row.held,
    at: row.at.toISOString(),
  }));
}

/** The details of an order for its brand. */
export async function readOrderOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  address: string,
  isTest: boolean,
): Promise<OrderDetail> {
  return sheetOf(ctx, (await accessBrand(ctx, actor, merchant)).merchantId, orderIdIn(address), isTest);
}

/** The same for its shop. */
export async function readShopOrderOf(ctx: Context, actor: Actor, address: string): Promise<OrderDetail> {
  return sheetOf(ctx, accessShop(actor, 'orders:read'), orderIdIn(address), isTestKey(actor));
}

async function sheetOf(ctx: Context, merchantId: string, orderId: string, isTest: boolean): Promise<OrderDetail> {
  if (isTest) {
    const sheet = await ctx.database.as({ role: 'app', merchantId }, (tx) => readTestSheet(tx, merchantId, orderId));
    if (!sheet) throw new Refusal('not_found');
    return sheet;
  }
  await decideOrder(ctx, merchantId, orderId);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const order = await findOrder(tx, merchantId, orderId);
    if (!order) throw new Refusal('not_found');
    const { money, commissions } = (await moneyOfOrders(tx, merchantId, [order]))(order);
    return {
      order_id: order.order_id,
      reference: order.reference,
      source: order.source,
      state: order.state === 'decided' || order.state === 'waiting' ? order.state : 'received',
      waits_for: await findBlock(tx, merchantId, orderId),
      ...money,
      lines: await linesOf(tx, order),
      edits: await editsOf(tx, order, money.total),
      refunds: await refundsOf(tx, order),
      commissions: presentForBrand(commissions),
      flags: await flagsOn(tx, order),
      explanation: (await explain(tx, order, { kind: 'merchant' })) ?? null,
    };
  });
}
