// Uses the system role, because the applications of all brands expire.
import type { Context } from '../context.ts';
import { deleteUnconfirmedBefore } from './applications.queries.ts';
import { confirmWithinMs } from './turns.ts';

/** Deletes applications whose address nobody confirmed in time. */
export async function forgetUnconfirmed(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - confirmWithinMs);
  await ctx.database.as({ role: 'system' }, (tx) => deleteUnconfirmedBefore(tx, before));
}
