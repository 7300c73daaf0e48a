import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { type Completion, hiddenEvent, type StoredEvent } from '../platform/events/stream.reads.ts';

const announcementOf = ({ audience, payload }: StoredEvent) =>
  audience.startsWith('creators ') && typeof payload['announcement_id'] === 'string'
    ? payload['announcement_id']
    : undefined;

/** Who may know of announcements that are for some creators, by `announcement creator`. */
async function recipientsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ announcement_id: string; creator_id: string }>`
    select announcement_id, creator_id from announcement_recipients r
    where (r.merchant_id, r.announcement_id) in (
      select merchant_id, id from announcements where id = any(${ids}::uuid[]))`.execute(tx);
  return new Set(rows.map((row) => `${row.announcement_id} ${row.creator_id}`));
}

/** An event about an announcement for some creators is sent to nobody else. */
export const completeAnnouncements: Completion = {
  kinds: ['unread-count-update'],
  read: async (_ctx, tx, events) => {
    const recipients = await recipientsOf(tx, [...new Set(events.flatMap((event) => announcementOf(event) ?? []))]);
    return (event, { userId }) => {
      const id = announcementOf(event);
      return id === undefined || recipients.has(`${id} ${userId}`) ? undefined : hiddenEvent;
    };
  },
};
