// What operators see is about the whole installation, so it is read with the system role.
import { statfs } from 'node:fs/promises';
import type { Health } from '@vitrine/contract/monitoring.ts';
import type { Context } from '../context.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { retryFailedTask } from '../platform/jobs/jobs.failed.ts';
import { Refusal } from '../platform/refusal.ts';
import { readVersion } from '../platform/version.ts';
import { readFiguresHealth } from './figures.health.ts';
import { type Queue, readWorkBacklog, type WorkBacklog } from './backlog.ts';

/** The beginning of an error is enough to recognize it; the log has all of it. */
const longestError = 500;

function queueOf({ waiting, oldestAt }: Queue): Health['orders'] {
  return { waiting, oldest_at: oldestAt?.toISOString() ?? null };
}

function verificationOf(found: WorkBacklog['verifications']['ledger']): Health['verifications']['ledger'] {
  return found ? { ended_at: found.endedAt.toISOString(), agrees: found.agrees, finding: found.finding } : null;
}

/** Without those for no brand, and without wrong signatures, which anyone can send. */
function problemsOfBrands({
  signature_invalid: _wrong,
  unknown_brand: _unknown,
  ...problems
}: WorkBacklog['problems']) {
  return Object.values(problems).reduce((sum, count) => sum + count, 0);
}

async function readDatabase({ database }: Context): Promise<Health['database']> {
  const { rows } = await database.asLogin<{ version: string; bytes: string }>(
    `select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
  );
  return { version: rows[0]?.version ?? '', bytes: Number(rows[0]?.bytes ?? 0) };
}

function replicaOf({ database: { replica } }: Context): Health['replica'] {
  return replica ? { state: replica.state(), lag_seconds: replica.lagSeconds() ?? null } : null;
}

async function readDisk({ config }: Context): Promise<Health['disk']> {
  const { bavail, blocks, bsize } = await statfs(config.dataDir);
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

async function readLastBackup({ database }: Context): Promise<Health['backup']> {
  const last = await database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('backups')
      .select(['started_at', 'bytes'])
      .where('outcome', '=', 'complete')
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return last ? { started_at: last.started_at.toISOString(), bytes: Number(last.bytes ?? 0) } : null;
}

async function readLastRetention({ database }: Context): Promise<Health['retention']> {
  const last = await database.as({ role: 'system' }, (tx) =>
    tx
      .selectFrom('retention_runs')
      .select(['started_at', 'ended_at', 'outcome', 'note', 'deleted'])
      .where('ended_at', 'is not', null)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  if (!last?.ended_at) return null;
  return {
    ended_at: last.ended_at.toISOString(),
    complete: last.outcome === 'complete',
    note: last.note.slice(0, longestError),
    seconds: Math.max(0, Math.round((last.ended_at.getTime() - last.started_at.getTime()) / 1_000)),
    deleted: Object.entries(last.deleted ?? {}).map(([table, rows]) => ({ table, rows: Number(rows) })),
  };
}

export async function readHealthFor(ctx: Context, actor: Actor): Promise<Health> {
  accessInstallation(actor);
  const [found, product, backup, retention, database, figures, disk] = await Promise.all([
    readWorkBacklog(ctx),
    readVersion(),
    readLastBackup(ctx),
    readLastRetention(ctx),
    readDatabase(ctx),
    readFiguresHealth(ctx),
    readDisk(ctx),
  ]);
  return {
    at: ctx.clock.now().toISOString(),
    nodes: found.nodes,
    orders: queueOf(found.orders),
    deliveries: queueOf(found.deliveries),
    webhooks: queueOf(found.webhooks),
    delivery_problems: problemsOfBrands(found.problems),
    emails: queueOf(found.mails),
    emails_failed: found.failedMails,
    holds: found.holds,
    reports: found.reports,
    jobs: found.failedTasks.map(({ id, task, attempts, error, nextAttemptAt }) => ({
      id,
      task,
      attempts,
      error: error.slice(0, longestError),
      next_attempt_at: nextAttemptAt?.toISOString() ?? null,
    })),
    verifications: {
      ledger: verificationOf(found.verifications.ledger),
      clicks: verificationOf(found.verifications.clicks),
    },
    retention,
    product,
    backup,
    database,
    replica: replicaOf(ctx),
    figures,
    disk,
  };
}

export async function retryJobFor(ctx: Context, actor: Actor, jobId: string): Promise<{ task: string }> {
  const operator = accessInstallation(actor);
  const task = await retryFailedTask(ctx.database, jobId);
  if (task === undefined) throw new Refusal('not_found');
  await ctx.database.as({ role: 'system' }, (tx) =>
    audit(ctx, tx, operator, { action: 'job.retried', subject: { kind: 'job', id: jobId }, details: { task } }),
  );
  return { task };
}
