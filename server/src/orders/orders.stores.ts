// What a shop reports reaches one of two stores of orders: the live ones, and test orders, which move nothing.
import type { OrderBlock, RefundBody } from '@vitrine/contract/orders.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../platform/refusal.ts';
import { applyCancellation } from './orders.cancellation.ts';
import { decideOrder } from './orders.decision.ts';
import { applyDispute, type ReportedDispute } from './orders.disputes.ts';
import { editOrder, type EditOutcome, type OrderEdit } from './orders.edits.ts';
import { confirmPayment, readBlock } from './orders.intake.ts';
import { findOrder } from './orders.queries.ts';
import { recordRefund, type NewRefund } from './orders.refunds.ts';
import { applyReportedRefund, type ReportedRefund } from './orders.reported-refunds.ts';
import { findTestOrder } from './orders.trials.queries.ts';
import { applyTestDispute, applyTestRefund, confirmTestPayment, readTestBlock } from './orders.trials.reports.ts';
import { cancelTestOrder, editTestOrder, refundTestOrder } from './orders.trials.ts';

/** What can happen to an order after it was stored. An outcome `waits_for_order` says that there is no such order. */
export type OrderStore = {
  edit: (ctx: Context, merchantId: string, orderId: string, edit: OrderEdit) => Promise<EditOutcome>;
  /** Returns whether the order waited for its payment. */
  confirmPayment: (ctx: Context, merchantId: string, orderId: string) => Promise<boolean>;
  decide: (ctx: Context, merchantId: string, orderId: string) => Promise<unknown>;
  readBlock: (ctx: Context, merchantId: string, orderId: string) => Promise<OrderBlock>;
  refund: (ctx: Context, merchantId: string, refund: ReportedRefund) => Promise<string>;
  /** As staff enter it. Throws `not_found`. */
  recordRefund: (ctx: Context, merchantId: string, orderId: string, refund: RefundBody) => Promise<void>;
  dispute: (ctx: Context, merchantId: string, dispute: ReportedDispute) => Promise<string>;
  cancel: (
    ctx: Context,
    merchantId: string,
    orderId: string,
    source: NewRefund['source'],
    at?: Date,
  ) => Promise<string>;
};

const liveOrders: OrderStore = {
  edit: editOrder,
  confirmPayment,
  decide: decideOrder,
  readBlock,
  refund: applyReportedRefund,
  recordRefund,
  dispute: applyDispute,
  cancel: applyCancellation,
};

const testOrders: OrderStore = {
  edit: editTestOrder,
  confirmPayment: confirmTestPayment,
  // Each change of a test order decides it.
  decide: () => Promise.resolve(),
  readBlock: readTestBlock,
  refund: applyTestRefund,
  recordRefund: async (ctx, merchantId, orderId, refund) => {
    if (!(await refundTestOrder(ctx, merchantId, orderId, refund))) throw new Refusal('not_found');
  },
  dispute: applyTestDispute,
  cancel: cancelTestOrder,
};

export function storeOf(isTest: boolean): OrderStore {
  return isTest ? testOrders : liveOrders;
}

/** Whether the order that a shop names without its mode is a test order. If it sent both, it is the live one. */
export async function isTestOrderOf(
  ctx: Context,
  merchantId: string,
  { orderId, source }: { orderId: string; source: string },
): Promise<boolean> {
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const trial = await findTestOrder(tx, merchantId, orderId);
    return trial?.source === source && (await findOrder(tx, merchantId, orderId))?.source !== source;
  });
}
