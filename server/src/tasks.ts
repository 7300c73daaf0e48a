import { matureCommissions } from './commissions/commissions.maturity.ts';
import type { Context } from './context.ts';
import { decideWaiting, processDeliveries } from './orders/orders.jobs.ts';
import type { Tasks } from './platform/jobs/jobs.ts';

/** The domains' work outside of requests, by the names under which it is asked for. */
export function tasksOf(ctx: Context): Tasks {
  return {
    decide_waiting: () => decideWaiting(ctx),
    process_deliveries: () => processDeliveries(ctx),
    mature_commissions: () => matureCommissions(ctx),
  };
}
