import type { Tx } from '../platform/database/database.ts';

/** The time zone in which somebody reads: where their days begin. */
export async function timeZoneOf(tx: Tx, userId: string): Promise<string> {
  const { time_zone: timeZone } = await tx
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return timeZone;
}
