import type { Queryable } from '../platform/database/queryable.ts';

/** Which of these frames are in the database. */
export async function readStoredFrames(db: Queryable, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ name: string }>({
    name: 'stored_frames',
    text: 'select name from click_frames where name = any($1)',
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}

/** In the transaction that stores their hits. */
export async function insertFrames(db: Queryable, frames: readonly { name: string; hits: number }[]): Promise<void> {
  await db.query({
    name: 'insert_frames',
    text: `insert into click_frames (name, hits) select * from unnest($1::text[], $2::integer[]) on conflict do nothing`,
    values: [frames.map(({ name }) => name), frames.map(({ hits }) => hits)],
  });
}

/** Forgets frames whose hits are released. */
export async function deleteFrames(db: Queryable, names: readonly string[]): Promise<void> {
  await db.query({ name: 'delete_frames', text: 'delete from click_frames where name = any($1)', values: [names] });
}

/** Forgets frames that no node asks for anymore. */
export async function deleteOldFrames(db: Queryable, now: Date): Promise<void> {
  await db.query({
    text: `delete from click_frames where stored_at < $1::timestamptz - interval '2 days'`,
    values: [now],
  });
}
