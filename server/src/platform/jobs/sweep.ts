import type { Context } from '../../context.ts';
import { isDatabaseDown } from '../database/away.ts';

/** Something of a brand that a sweep found undone. */
export type SweptWork = { merchantId: string; id: string };

/**
 * Does all, in as many lanes beside each other as wanted, each of which takes the next when it is done with one. A
 * failure is logged and holds up no other. Returns the number done. While the database is away everything would fail, so
 * the first such failure ends the sweep, and its job is retried.
 */
export async function doAll<Work extends SweptWork>(
  ctx: Pick<Context, 'log'>,
  found: readonly Work[],
  work: (item: Work) => Promise<void>,
  { failure, lanes = 1 }: { failure: string; lanes?: number },
): Promise<number> {
  const left = found.values();
  let done = 0;
  let isAway = false;
  const runLane = async (): Promise<void> => {
    for (let next = left.next(); !next.done && !isAway; next = left.next()) {
      const item = next.value;
      try {
        await work(item);
        done += 1;
      } catch (error) {
        isAway ||= isDatabaseDown(error);
        if (isAway) throw error;
        ctx.log.error({ err: error, merchant_id: item.merchantId, id: item.id }, failure);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return done;
}
