// Once a day, what is old enough is deleted: hits by whole months, everything else in small transactions.
import pg from 'pg';
import { deleteUnusedProfiles } from './retention.profiles.ts';
import { clearAddresses, deleteMonths } from './retention.hits.ts';
import { databaseTime, deleteBatch, endRetention, forgetAudit, startRetention } from './retention.queries.ts';
import { asSystem, cutoff, deleteInBatches, type RetentionContext, type RetentionRun } from './retention.run.ts';
import { type RetentionRule, retentionRules } from './retention.rules.ts';

/** Held while a run works, by its connection, so that a process that is killed holds up nothing. */
const runLock = 7_412_003;

/** Deletes what was not deleted today. A run that was killed, or could not finish, is continued. */
export async function deleteOldData(ctx: RetentionContext): Promise<void> {
  const owner = new pg.Client({ connectionString: ctx.database.url, application_name: 'vitrine retention' });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    const { rows } = await owner.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [runLock]);
    if (!rows[0]?.taken) return;
    const now = new Date(Math.min(ctx.clock.now().getTime(), (await databaseTime(owner)).getTime()));
    const day = await asSystem(ctx, (tx) => startRetention(tx, now));
    if (day === undefined) return;
    const notes = await deleteEverythingOld({ ctx, owner, day, now });
    await asSystem(ctx, (tx) => endRetention(tx, day, { at: ctx.clock.now(), notes }));
  } finally {
    await owner.end();
  }
}

/** Returns what could not be deleted, and why. */
async function deleteEverythingOld(run: RetentionRun): Promise<string[]> {
  const notes: string[] = [];
  const attempt = async (name: string, work: () => Promise<string | void>): Promise<void> => {
    try {
      const note = await work();
      if (note) notes.push(note);
    } catch (error) {
      run.ctx.log.error({ err: error, rule: name }, 'old data was not deleted; it will be tried again');
      notes.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await attempt('hits', () => deleteMonths(run));
  await attempt('hit_profiles', () => deleteUnusedProfiles(run));
  await attempt('hits (addresses)', () => clearAddresses(run));
  for (const rule of retentionRules) await attempt(rule.table, () => deleteOldRows(run, rule));
  await attempt('audit_entries', () => deleteAudit(run));
  return notes;
}

async function deleteOldRows(run: RetentionRun, rule: RetentionRule): Promise<void> {
  const before = cutoff(run, rule.setting);
  let after: string | undefined;
  await deleteInBatches(run, rule.clear ? `${rule.table} (content)` : rule.table, async (tx) => {
    const { rows, last } = await deleteBatch(tx, rule, before, after);
    after = last;
    return rows;
  });
}

async function deleteAudit(run: RetentionRun): Promise<void> {
  const before = cutoff(run, 'KEEP_AUDIT_DAYS');
  await deleteInBatches(run, 'audit_entries', (tx) => forgetAudit(tx, before));
}
