// Emails to a brand's owners about deliveries that need someone: at most one a day for each brand, some minutes after the
// first problem, so that it counts those that come together. Uses the system role, because it is about all brands and reads
// email addresses.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { ownersIn } from '../merchants/owners.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { deliveryProblemsMail } from './deliveries.mails.ts';

const gatherMs = 10 * 60_000;
const dayMs = 86_400_000;
const atOnce = 100;

type Due = { id: string; slug: string; display_name: string };

/** Brands with a problem that no email has covered yet. Before the first email, only those of the last day count. */
async function brandsDue(tx: Tx, now: Date): Promise<Due[]> {
  const [covered, dayBefore] = [new Date(now.getTime() - gatherMs), new Date(now.getTime() - dayMs)];
  const { rows } = await sql<Due>`
    select m.id, m.slug, m.display_name
    from merchants m left join delivery_alerts a on a.merchant_id = m.id
    where (a.sent_at is null or a.sent_at <= ${dayBefore}) and exists (
      select from deliveries_to_review() r
      where r.merchant_id = m.id and r.at <= ${covered} and r.at > coalesce(a.covers_to, ${dayBefore}))
    order by m.id limit ${atOnce}`.execute(tx);
  return rows;
}

/** Notes that the brand gets an email now. Of two nodes, one does. */
async function takeAlert(tx: Tx, merchantId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into delivery_alerts (merchant_id, sent_at, covers_to)
    values (${merchantId}, ${now}, ${new Date(now.getTime() - gatherMs)})
    on conflict (merchant_id) do update set sent_at = excluded.sent_at, covers_to = excluded.covers_to
      where delivery_alerts.sent_at <= ${new Date(now.getTime() - dayMs)}
    returning merchant_id`.execute(tx);
  return rows.length > 0;
}

async function countByOutcome(tx: Tx, merchantId: string): Promise<{ outcome: string; count: number }[]> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select outcome, count(*)::integer as count from deliveries_to_review() where merchant_id = ${merchantId}
    group by outcome order by count desc, outcome`.execute(tx);
  return rows;
}

/** Returns the number of brands that get an email. */
export async function announceProblems(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const due = await ctx.database.as({ role: 'system' }, (tx) => brandsDue(tx, now));
  let announced = 0;
  for (const brand of due) {
    announced += await ctx.database.as({ role: 'system' }, async (tx) => {
      if (!(await takeAlert(tx, brand.id, now))) return 0;
      const problems = await countByOutcome(tx, brand.id);
      if (problems.length === 0) return 0;
      const to = { merchantId: brand.id, staffWith: 'shop' } as const;
      await notify(ctx, tx, to, { kind: 'delivery_failed', what: 'deliveries' });
      for (const owner of await ownersIn(tx, brand.id))
        await queueMail(ctx, tx, deliveryProblemsMail(ctx, owner, brand, problems));
      return 1;
    });
  }
  return announced;
}
