import type pg from 'pg';
import { passCounting } from '../figures/transaction.ts';
import type { RetentionRun } from './retention.run.ts';

// A hit that was erased leaves its profile behind, which other hits may have as well. Profiles that no hit has are
// deleted here. Invariant: no transaction can still store a hit with one of them. New hits don't get them, and every
// transaction that found them before has ended by then.

type Due = { month: string; ids: number[]; instants: string[] };

/** Reads each month with such profiles once, on a connection without a time limit. */
export async function deleteUnusedProfiles({ owner }: RetentionRun): Promise<void> {
  const due = await asSystem(owner, async () => {
    const { rows } = await owner.query<Due>(`
      select month::text, array_agg(id) as ids, array_agg(due_at::text) as instants
      from hit_profiles where due_at is not null group by month order by month`);
    return rows;
  });
  if (due.length === 0) return;
  await passCounting(owner);
  for (const month of due) await asSystem(owner, () => deleteUnused(owner, month));
}

/** Row-level security binds the owner too; only the system role sees the rows of all brands. */
async function asSystem<Answer>(owner: pg.Client, work: () => Promise<Answer>): Promise<Answer> {
  await owner.query("begin; set local role vitrine_system; set local lock_timeout = '30s'");
  try {
    const answer = await work();
    await owner.query('commit');
    return answer;
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** Another hit may be erased meanwhile. Its profile then has another time, and stays for the next run. */
async function deleteUnused(owner: pg.Client, { month, ids, instants }: Due): Promise<void> {
  const { rows } = await owner.query<{ profile: number }>(
    `select distinct profile from hits where id >= first_hit_id($1::date::timestamp at time zone 'UTC')
       and id < first_hit_id(month_start($1::date::timestamp at time zone 'UTC', 1)) and profile = any($2::integer[])`,
    [month, ids],
  );
  const values = [ids, instants, rows.map(({ profile }) => profile)];
  const seen = `unnest($1::integer[], $2::timestamptz[]) as seen (id, due_at)
    where known.id = seen.id and known.due_at = seen.due_at`;
  await owner.query(`delete from hit_profiles known using ${seen} and known.id <> all($3::integer[])`, values);
  await owner.query(
    `update hit_profiles known set due_at = null from ${seen} and known.id = any($3::integer[])`,
    values,
  );
}
