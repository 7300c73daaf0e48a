import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { doAll } from '../platform/jobs/sweep.ts';
import { applyFix, enteredBy, type UnfinishedFix } from './repairs.fix.ts';
import { deleteRetiredSecrets } from './connections.queries.ts';
import { processWebhook } from './webhook.apply.ts';

/** Newer ones are still being processed by the node that received them. */
const settlingMs = 5_000;
const most = 1_000;
/** Per brand, so that no brand's backlog delays the others. */
const mostOfABrand = 100;
const dayMs = 86_400_000;
/** Newer fixes are still being applied by the call that entered them. */
const fixingMs = 60_000;
const mostFixes = 100;

/** Finishes what was entered by hand and not applied, because a process died or the database was away. */
async function finishFixes(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - fixingMs);
  const { rows } = await ctx.database.as({ role: 'system' }, (tx) =>
    sql<UnfinishedFix>`
    select merchant_id, id, source, webhook_id, is_test, fix, fix_began_at, closed_by from delivery_log
    where closed_as = 'fixed' and closed_at is null and fix_began_at <= ${before}
    order by fix_began_at limit ${mostFixes}`.execute(tx),
  );
  await doAll(
    ctx,
    rows.map((fix) => ({ merchantId: fix.merchant_id, id: fix.id, fix })),
    ({ fix }) => applyFix(ctx, enteredBy(fix), fix),
    { failure: 'could not finish what was entered for a delivery' },
  );
}

/**
 * Applies webhooks that are stored and not applied, if their orders are there. Uses the system role, because the query
 * covers all brands; the work itself runs in the scope of its brand. Returns the number it tried.
 */
export async function processDeliveries(ctx: Context): Promise<number> {
  await finishFixes(ctx);
  const now = ctx.clock.now();
  await ctx.database.as({ role: 'system' }, (tx) => deleteRetiredSecrets(tx, now));
  const { rows } = await ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ merchant_id: string; source: string; webhook_id: string }>`
    select merchant_id, source, webhook_id from (
      select d.merchant_id, d.source, d.webhook_id, coalesce(d.next_attempt_at, d.received_at) as due,
        row_number() over (partition by d.merchant_id order by coalesce(d.next_attempt_at, d.received_at), d.webhook_id) as place
      from webhook_deliveries d
      where d.processed_at is null and coalesce(d.next_attempt_at, d.received_at) <= ${new Date(now.getTime() - settlingMs)}
        and (d.waits_for is null or d.received_at <= ${new Date(now.getTime() - 30 * dayMs)}
          or d.waits_until <= ${now}
          or exists (select from orders o where o.merchant_id = d.merchant_id and o.order_id = d.waits_for)
          or exists (select from test_orders t where t.merchant_id = d.merchant_id and t.order_id = d.waits_for
            and t.source = d.source)
          or exists (select from stripe_payments p where p.merchant_id = d.merchant_id and p.payment_id = d.waits_for)
          or exists (select from stripe_subscriptions s where s.merchant_id = d.merchant_id
            and s.subscription_id = split_part(d.waits_for, '#', 1)
            and case split_part(d.waits_for, '#', 2) when 'checkout' then s.checkout_at else s.started_at end is not null))
    ) waiting
    where place <= ${mostOfABrand} order by due, webhook_id limit ${most}`.execute(tx),
  );
  return doAll(
    ctx,
    rows.map((row) => ({ merchantId: row.merchant_id, source: row.source, id: row.webhook_id })),
    ({ merchantId, source, id }) => processWebhook(ctx, { merchantId, source, webhookId: id }),
    { failure: 'could not apply the delivery' },
  );
}
