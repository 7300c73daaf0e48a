import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Announcements `an` to an account `a` end with it. */
export const isBeforeEnd = sql`not exists (select from account_periods p where p.merchant_account_id = a.id and p.kind = 'ended'
  and an.published_at >= p.started_at and (p.ended_at is null or an.published_at < p.ended_at))`;

/**
 * A condition for an announcement `an` and a merchant account `a`: published since the creator joined, not withdrawn, not
 * read. Row-level security leaves out what is not for this creator, in the scope of the creator only.
 */
export const unreadAnnouncement = sql`an.withdrawn_at is null and an.published_at >= a.joined_at and ${isBeforeEnd} and not exists (
  select from announcement_reads r where r.creator_id = a.creator_id and r.merchant_id = an.merchant_id and r.announcement_id = an.id)`;

export async function unreadAnnouncementsOf(tx: Tx, creatorId: string): Promise<number> {
  const { rows } = await sql<{ unread: bigint }>`select count(*) as unread from announcements an
    join merchant_accounts a on a.merchant_id = an.merchant_id and a.creator_id = ${creatorId}::uuid
    where ${unreadAnnouncement}`.execute(tx);
  return Number(rows[0]?.unread ?? 0n);
}
