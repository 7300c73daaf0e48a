// What is waiting and what failed, of all brands and nodes, so it is counted with the system role.
import { sql } from 'kysely';
import type { InstallationNode } from '@vitrine/contract/nodes.ts';
import type { Context } from '../context.ts';
import { type FailedTask, findFailedTasks } from '../platform/jobs/jobs.failed.ts';
import { readNodes } from '../nodes/nodes.service.ts';
import { countReports } from '../takedowns/reports.waiting.ts';
import { latestVerifications, type VerificationKind } from './verification.queries.ts';

export type Queue = { waiting: number; oldestAt: Date | null };

export type WorkBacklog = {
  /** Orders that no decision was made on yet. */
  orders: Queue;
  /** Deliveries of shops that are not applied yet, without those that wait for their order. */
  deliveries: Queue;
  /** Webhooks to brands that are due. */
  webhooks: Queue;
  /** Emails to send. Without a mail server nothing is sent, and nothing waits. */
  mails: Queue;
  /** Emails that were given up in the last 24 hours. */
  failedMails: number;
  /** Commissions on hold until their brands decide. */
  holds: number;
  /** Reports from the public that wait for an operator, and those past their day. */
  reports: { open: number; overdue: number };
  /** Open problems with deliveries of shops, by outcome. */
  problems: Record<string, number>;
  failedTasks: FailedTask[];
  verifications: Partial<Record<VerificationKind, { agrees: boolean; endedAt: Date; finding: string }>>;
  nodes: InstallationNode[];
  /** When old data was last deleted completely. */
  retentionAt: Date | null;
};

type Row = {
  orders: number;
  orders_oldest: Date | null;
  deliveries: number;
  deliveries_oldest: Date | null;
  webhooks: number;
  webhooks_oldest: Date | null;
  mails: number;
  mails_oldest: Date | null;
  failed_mails: number;
  holds: number;
};

/** Each sub-select reads a partial index that only contains what is waiting. */
async function countWaiting(
  ctx: Context,
): Promise<Pick<WorkBacklog, 'orders' | 'deliveries' | 'webhooks' | 'mails' | 'failedMails' | 'holds'>> {
  const now = ctx.clock.now();
  const { rows } = await ctx.database.as({ role: 'system' }, (tx) =>
    sql<Row>`
      select * from
        (select count(*)::int as orders, min(received_at) as orders_oldest from orders where state <> 'decided') o,
        (select count(*)::int as deliveries, min(received_at) as deliveries_oldest from webhook_deliveries
          where processed_at is null and attempts > 0) d,
        (select count(*)::int as webhooks, min(coalesce(w.next_attempt_at, w.created_at)) as webhooks_oldest from outgoing_deliveries w
          join webhook_endpoints p on p.merchant_id = w.merchant_id and p.id = w.endpoint_id and p.state = 'on'
          where w.state = 'waiting' and (w.next_attempt_at is null or w.next_attempt_at <= ${now})) w,
        (select count(*)::int as mails, min(created_at) as mails_oldest from mails where sent_at is null and failed_at is null) m,
        (select count(*)::int as failed_mails from mails where sent_at is null and failed_at > ${now}::timestamptz - interval '24 hours') f,
        (select count(*)::int as holds from commissions where held_reason is not null and state = 'pending') h`.execute(
      tx,
    ),
  );
  const row = rows[0];
  const queue = (waiting = 0, oldestAt: Date | null = null): Queue => ({ waiting, oldestAt });
  return {
    orders: queue(row?.orders, row?.orders_oldest),
    deliveries: queue(row?.deliveries, row?.deliveries_oldest),
    webhooks: queue(row?.webhooks, row?.webhooks_oldest),
    mails: ctx.config.smtpUrl ? queue(row?.mails, row?.mails_oldest) : queue(),
    failedMails: row?.failed_mails ?? 0,
    holds: row?.holds ?? 0,
  };
}

async function readVerifications(ctx: Context): Promise<WorkBacklog['verifications']> {
  const rows = await ctx.database.as({ role: 'system' }, (tx) => latestVerifications(tx));
  return Object.fromEntries(
    rows.flatMap(({ kind, agrees, ended_at: endedAt, finding }) =>
      endedAt ? [[kind, { agrees: agrees === true, endedAt, finding: finding ?? '' }]] : [],
    ),
  );
}

async function countProblems(ctx: Context): Promise<Record<string, number>> {
  const { rows } = await ctx.database.as({ role: 'system' }, (tx) =>
    sql<{ outcome: string; count: number }>`
      select outcome, count(*)::int as count from delivery_log where is_open group by outcome`.execute(tx),
  );
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

async function readRetention(ctx: Context): Promise<Date | null> {
  const last = await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('retention_runs')
      .select('ended_at')
      .where('outcome', '=', 'complete')
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return last?.ended_at ?? null;
}

export async function readWorkBacklog(ctx: Context): Promise<WorkBacklog> {
  const [waiting, problems, failedTasks, verifications, retentionAt, reports, nodes] = await Promise.all([
    countWaiting(ctx),
    countProblems(ctx),
    findFailedTasks(ctx.database),
    readVerifications(ctx),
    readRetention(ctx),
    countReports(ctx),
    readNodes(ctx),
  ]);
  return { ...waiting, problems, failedTasks, verifications, retentionAt, reports, nodes };
}
