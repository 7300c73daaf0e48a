// What is waiting and what failed, of all brands, so it is counted with the system role.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { latestVerifications, type VerificationKind } from './verification.queries.ts';

export type Queue = { waiting: number; oldestSeconds: number };

export type WorkBacklog = {
  /** Orders that no decision was made on yet. */
  orders: Queue;
  /** Deliveries of shops that are not applied yet, without those that wait for their order. */
  deliveries: Queue;
  /** Emails to send. Without a mail server nothing is sent, and nothing waits. */
  mails: Queue;
  /** Emails that were given up in the last 24 hours. */
  failedMails: number;
  /** Commissions on hold until their brands decide. */
  holds: number;
  /** Tasks in the queue that have failed at least once, by name. */
  failingTasks: Record<string, number>;
  verifications: Partial<Record<VerificationKind, { agrees: boolean; ageSeconds: number }>>;
};

type Row = {
  orders: number;
  orders_oldest: number;
  deliveries: number;
  deliveries_oldest: number;
  mails: number;
  mails_oldest: number;
  failed_mails: number;
  holds: number;
};

/** Each sub-select reads a partial index that only contains what is waiting. */
async function countWaiting(
  ctx: Context,
): Promise<Pick<WorkBacklog, 'orders' | 'deliveries' | 'mails' | 'failedMails' | 'holds'>> {
  const now = ctx.clock.now();
  const age = (oldest: ReturnType<typeof sql.ref>) =>
    sql`coalesce(extract(epoch from ${now}::timestamptz - min(${oldest})), 0)::float8`;
  const { rows } = await ctx.database.as({ role: 'system' }, (tx) =>
    sql<Row>`
      select * from
        (select count(*)::int as orders, ${age(sql.ref('received_at'))} as orders_oldest from orders where state <> 'decided') o,
        (select count(*)::int as deliveries, ${age(sql.ref('received_at'))} as deliveries_oldest from webhook_deliveries
          where processed_at is null and attempts > 0) d,
        (select count(*)::int as mails, ${age(sql.ref('created_at'))} as mails_oldest from mails where sent_at is null and failed_at is null) m,
        (select count(*)::int as failed_mails from mails where sent_at is null and failed_at > ${now}::timestamptz - interval '24 hours') f,
        (select count(*)::int as holds from commissions where held_reason is not null and state = 'pending') h`.execute(
      tx,
    ),
  );
  const row = rows[0];
  const queue = (waiting = 0, oldest = 0): Queue => ({ waiting, oldestSeconds: Math.max(0, oldest) });
  return {
    orders: queue(row?.orders, row?.orders_oldest),
    deliveries: queue(row?.deliveries, row?.deliveries_oldest),
    mails: ctx.config.smtpUrl ? queue(row?.mails, row?.mails_oldest) : queue(),
    failedMails: row?.failed_mails ?? 0,
    holds: row?.holds ?? 0,
  };
}

/** The queue belongs to the owner of the database, as whom the pool connects. */
async function countFailingTasks({ database }: Context): Promise<WorkBacklog['failingTasks']> {
  const { rows } = await database.pool.query<{ task: string; jobs: number }>(
    `select task_identifier as task, count(*)::int as jobs from graphile_worker.jobs where last_error is not null group by 1`,
  );
  return Object.fromEntries(rows.map(({ task, jobs }) => [task, jobs]));
}

async function readVerifications(ctx: Context): Promise<WorkBacklog['verifications']> {
  const rows = await ctx.database.as({ role: 'system' }, (tx) => latestVerifications(tx));
  const now = ctx.clock.now().getTime();
  return Object.fromEntries(
    rows.map(({ kind, agrees, ended_at: endedAt }) => [
      kind,
      { agrees: agrees === true, ageSeconds: (now - (endedAt?.getTime() ?? now)) / 1_000 },
    ]),
  );
}

export async function readWorkBacklog(ctx: Context): Promise<WorkBacklog> {
  const [waiting, failingTasks, verifications] = await Promise.all([
    countWaiting(ctx),
    countFailingTasks(ctx),
    readVerifications(ctx),
  ]);
  return { ...waiting, failingTasks, verifications };
}
