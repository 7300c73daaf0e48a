import { sql } from 'kysely';
import { exists } from './database.check.ts';
import { error, type Diagnosis, ok, type Patient, warning } from './diagnosis.ts';

const hourMs = 3_600_000;
const mostHours = { warning: 36, error: 24 * 7 };
const how = 'npm run backup -- <file>';

/** The age of the last complete backup. */
export async function checkBackups({ database, clock }: Pick<Patient, 'database' | 'clock'>): Promise<Diagnosis> {
  const last = await lastBackup(database);
  if (last === undefined) return warning(`No backup was made yet. Make one every day: ${how}`);
  const hours = Math.floor((clock.now().getTime() - last.getTime()) / hourMs);
  const age = hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
  if (hours <= mostHours.warning) return ok(`the last one was made ${age} ago`);
  const text = `The last backup was made ${age} ago. Make one: ${how}`;
  return hours <= mostHours.error ? warning(text) : error(text);
}

/** Backups made in other ways, such as pg_dump, are not recorded. */
async function lastBackup(database: Patient['database']): Promise<Date | undefined> {
  if (!(await exists(database.pool, 'backups'))) return undefined;
  const { rows } = await database.as({ role: 'system' }, (tx) =>
    sql<{ at: Date | null }>`select max(started_at) as at from backups where outcome = 'complete'`.execute(tx),
  );
  return rows[0]?.at ?? undefined;
}
