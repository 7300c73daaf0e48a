import type { Context } from '../context.ts';
import { noticeDaysAt } from '../merchants/settings.ts';
import type { Tx } from '../platform/database/database.ts';
import { todayIn } from '../platform/days.ts';
import type { CreatorAccess } from './roster.access.ts';

/** The first day in the brand's zone on which an end can begin: after its notice period, and never today. */
export async function earliestEnd(ctx: Context, tx: Tx, { brand }: CreatorAccess): Promise<Temporal.PlainDate> {
  const now = ctx.clock.now();
  const { notice_days: current } = await tx
    .selectFrom('merchants')
    .select('notice_days')
    .where('id', '=', brand.merchantId)
    .executeTakeFirstOrThrow();
  const days = Math.max(0, await noticeDaysAt(tx, brand.merchantId, current, now));
  // A day that begins a whole notice period from now.
  return todayIn(brand.timeZone, now).add({ days: days + 1 });
}
