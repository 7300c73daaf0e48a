import type { Context } from '../../context.ts';
import { isDatabaseDown } from '../database/away.ts';

/** Something of a brand that a sweep found undone. */
export type SweptWork = { merchantId: string; id: string };

/**
 * Does one after another; a failure is logged and holds up no other. Returns the number done. While the database is
 * away everything would fail, so the first such failure ends the sweep, and its job is retried.
 */
export async function doAll<Work extends SweptWork>(
  ctx: Pick<Context, 'log'>,
  found: readonly Work[],
  work: (item: Work) => Promise<void>,
  failure: string,
): Promise<number> {
  let done = 0;
  for (const item of found) {
    try {
      await work(item);
      done += 1;
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      ctx.log.error({ err: error, merchant_id: item.merchantId, id: item.id }, failure);
    }
  }
  return done;
}
