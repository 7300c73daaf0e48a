import { explainOrder, explainOrderOfBrand, listUnearnedOrders } from '@vitrine/contract/decisions.ts';
import {
  cancelOrder,
  changeOrder,
  exportOrders,
  listOrders,
  listShopOrders,
  readOrder,
  readShopOrder,
  receiveOrder,
  receiveRefund,
  refundOrder,
} from '@vitrine/contract/orders.ts';
import { simulateTerms } from '@vitrine/contract/terms.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { takeCancellation, takeChange, takeOrder } from './orders.intake.ts';
import { orderMetrics } from './orders.metrics.ts';
import { enterRefund, takeRefund } from './orders.refunds.ts';
import { explainOrderTo, explainToOperator, listOrdersOf, listShopOrdersOf } from './orders.service.ts';
import { exportOrdersOf } from './orders.export.ts';
import { listUnearnedOrdersOf } from './orders.unearned.ts';
import { simulateTermsFor } from './orders.simulation.ts';
import { readOrderOf, readShopOrderOf } from './orders.sheet.ts';

export function registerOrders(routes: Routes): void {
  // Also before the first order, so that a dashboard shows 0.
  orderMetrics(routes.ctx.metrics);
  serve(routes, receiveOrder, (call, ctx) => takeOrder(ctx, call.actor, call.body, call.sent));
  serve(routes, changeOrder, (call, ctx) => takeChange(ctx, call.actor, call.params.order_id, call.body));
  serve(routes, cancelOrder, (call, ctx) => takeCancellation(ctx, call.actor, call.params.order_id, call.requestId));
  serve(routes, receiveRefund, (call, ctx) =>
    takeRefund(ctx, call.actor, call.params.order_id, call.body, call.requestId),
  );
  serve(routes, explainOrder, (call, ctx) =>
    explainOrderTo(ctx, call.actor, call.params.order_id, call.query.merchant),
  );
  serve(routes, explainOrderOfBrand, (call, ctx) =>
    explainToOperator(ctx, call.actor, call.params.merchant_id, call.params.order_id),
  );
  serve(routes, listUnearnedOrders, (call, ctx) =>
    listUnearnedOrdersOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, listOrders, (call, ctx) => listOrdersOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, exportOrders, (call, ctx) => exportOrdersOf(ctx, call.actor, call.params.merchant, call.query));
  serve(routes, listShopOrders, (call, ctx) => listShopOrdersOf(ctx, call.actor, call.query));
  serve(routes, readShopOrder, (call, ctx) => readShopOrderOf(ctx, call.actor, call.params.order_id));
  serve(routes, readOrder, (call, ctx) =>
    readOrderOf(ctx, call.actor, call.params.merchant, call.params.order_id, call.query.mode === 'test'),
  );
  serve(routes, simulateTerms, (call, ctx) => simulateTermsFor(ctx, call.actor, call.params.merchant, call.body));
  serve(routes, refundOrder, (call, ctx) =>
    enterRefund(ctx, call.actor, call.params.merchant, call.params.order_id, call.body),
  );
}
