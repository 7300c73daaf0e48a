import type { Context } from '../context.ts';
import { clockOf } from './clocks.ts';
import { openClocks } from './reports.views.ts';

/** How many reports wait for an operator, and how many are past their day. Counted with the system role. */
export async function countReports(ctx: Context): Promise<{ open: number; overdue: number }> {
  const now = ctx.clock.now();
  const clocks = await ctx.database.as({ role: 'system' }, openClocks);
  return { open: clocks.length, overdue: clocks.filter((report) => clockOf(report, now)?.is_overdue === true).length };
}
