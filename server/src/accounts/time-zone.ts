import type { Tx } from '../platform/database/database.ts';

/** The time zone of a user, which decides when their days start. */
export async function timeZoneOf(tx: Tx, userId: string): Promise<string> {
  const { time_zone: timeZone } = await tx
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return timeZone;
}
