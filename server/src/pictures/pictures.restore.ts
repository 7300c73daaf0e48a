import type pg from 'pg';

/**
 * Forgets the uploads that were under way at the time of a backup. Where the installation of the backup still runs, they
 * are complete by now, and a copy of its database must not delete their objects.
 */
export async function forgetUploads(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query('set local role vitrine_system');
  await client.query(`delete from picture_removals where due_at > '-infinity'`);
  await client.query('commit');
}
