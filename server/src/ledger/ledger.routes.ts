import { readEarnings } from '@vitrine/contract/commissions.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { readEarningsOf } from './ledger.service.ts';

export function registerLedger(routes: Routes): void {
  serve(routes, readEarnings, (call, ctx) => readEarningsOf(ctx, call.actor));
}
