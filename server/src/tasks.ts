import type { Context } from './context.ts';
import type { Tasks } from './platform/jobs/jobs.ts';

/** The domains' work outside of requests, by the names under which it is asked for. */
export function tasksOf(_ctx: Context): Tasks {
  return {
    decide_waiting: async () => undefined,
    process_deliveries: async () => undefined,
    mature_commissions: async () => undefined,
  };
}
