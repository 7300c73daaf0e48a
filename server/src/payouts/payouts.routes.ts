import * as contract from '@vitrine/contract/payouts.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { exportPayoutsOf } from './payouts.export.ts';
import { listMethodsOf, removeMethodOf, setMethodOf } from './payouts.methods.ts';
import { listPayoutsOf, readCashOutOf, requestPayoutOf } from './payouts.service.ts';
import { approvePayoutsOf, cancelPayoutOf, failPayoutOf, payPayoutOf, sendPayoutOf } from './payouts.steps.ts';
import { listBrandPayoutsOf, listShopPayoutsOf } from './payouts.brand.ts';
import { listStatementsOf, readStatementOf, statementCsvOf, statementPdfOf } from './statements.service.ts';

export function registerPayouts(routes: Routes): void {
  registerMethods(routes);
  registerCreatorPayouts(routes);
  registerBrandPayouts(routes);
  registerStatements(routes);
}

function registerMethods(routes: Routes): void {
  serve(routes, contract.listPayoutMethods, (call, ctx) => listMethodsOf(ctx, call.actor));
  serve(routes, contract.setPayoutMethod, (call, ctx) => setMethodOf(ctx, call.actor, call.body));
  serve(routes, contract.removePayoutMethod, (call, ctx) =>
    removeMethodOf(ctx, call.actor, call.params.payout_method_id),
  );
}

function registerCreatorPayouts(routes: Routes): void {
  serve(routes, contract.readCashOut, (call, ctx) => readCashOutOf(ctx, call.actor, call.params.merchant_account_id));
  serve(routes, contract.listPayouts, (call, ctx) =>
    listPayoutsOf(ctx, call.actor, call.params.merchant_account_id, call.query),
  );
  serve(routes, contract.requestPayout, (call, ctx) =>
    requestPayoutOf(ctx, call.actor, call.params.merchant_account_id, call.body),
  );
  serve(routes, contract.cancelPayout, (call, ctx) =>
    cancelPayoutOf(ctx, call.actor, call.params.merchant_account_id, call.params.payout_id),
  );
}

function registerBrandPayouts(routes: Routes): void {
  serve(routes, contract.listShopPayouts, (call, ctx) => listShopPayoutsOf(ctx, call.actor, call.query));
  serve(routes, contract.listBrandPayouts, (call, ctx) =>
    listBrandPayoutsOf(ctx, call.actor, call.params.merchant, call.query),
  );
  serve(routes, contract.approvePayouts, (call, ctx) =>
    approvePayoutsOf(ctx, call.actor, call.params.merchant, call.body),
  );
  serve(routes, contract.sendPayout, (call, ctx) =>
    sendPayoutOf(ctx, call.actor, call.params.merchant, call.params.payout_id, call.body.reference),
  );
  serve(routes, contract.payPayout, (call, ctx) =>
    payPayoutOf(ctx, call.actor, call.params.merchant, call.params.payout_id, call.body.reference),
  );
  serve(routes, contract.failPayout, (call, ctx) =>
    failPayoutOf(ctx, call.actor, call.params.merchant, call.params.payout_id, call.body.reason),
  );
  serve(routes, contract.exportPayouts, (call, ctx) => exportPayoutsOf(ctx, call.actor, call.params.merchant));
}

function registerStatements(routes: Routes): void {
  serve(routes, contract.listStatements, (call, ctx) =>
    listStatementsOf(ctx, call.actor, call.params.merchant_account_id),
  );
  serve(routes, contract.readStatement, (call, ctx) =>
    readStatementOf(ctx, call.actor, { ...call.params, ...call.query }),
  );
  serve(routes, contract.downloadStatementCsv, (call, ctx) =>
    statementCsvOf(ctx, call.actor, { ...call.params, ...call.query }),
  );
  serve(routes, contract.downloadStatementPdf, (call, ctx) =>
    statementPdfOf(ctx, call.actor, { ...call.params, ...call.query }),
  );
}
