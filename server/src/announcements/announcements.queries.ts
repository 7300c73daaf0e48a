import type { AnnouncementAudience } from '@vitrine/contract/announcements.ts';
import type { RichText } from '@vitrine/contract/values/rich-text.ts';
import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { StoredPicture } from './announcements.parts.ts';

type Columns = Insertable<Tables['announcements']>;
type NewAnnouncement = Omit<Columns, 'content' | 'picture' | 'audience'> & {
  content: RichText | null;
  picture: StoredPicture | null;
  audience: AnnouncementAudience;
};

const json = (value: object) => sql<string>`${JSON.stringify(value)}::jsonb`;

export async function insertAnnouncement(
  tx: Tx,
  { content, picture, audience, ...announcement }: NewAnnouncement,
): Promise<void> {
  await tx
    .insertInto('announcements')
    .values({
      ...announcement,
      content: content && json(content),
      picture: picture && json(picture),
      audience: json(audience),
    })
    .execute();
}

/** Returns false if it doesn't exist or was already withdrawn. */
export async function updateAnnouncement(
  tx: Tx,
  key: { merchantId: string; id: string },
  change: { pinned?: boolean; withdrawn_at?: Date },
): Promise<boolean> {
  const changed = await tx
    .updateTable('announcements')
    .set(change)
    .where('merchant_id', '=', key.merchantId)
    .where('id', '=', key.id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Marks announcements as read: those listed (if visible to the creator), or all. Returns whether any was new. */
export async function insertReads(
  tx: Tx,
  creatorId: string,
  ids: readonly string[] | 'all',
  at: Date,
): Promise<boolean> {
  const added = await tx
    .insertInto('announcement_reads')
    .columns(['merchant_id', 'announcement_id', 'creator_id', 'read_at'])
    .expression((from) =>
      from
        .selectFrom('announcements')
        .select((of) => [
          'announcements.merchant_id',
          'announcements.id',
          of.val(creatorId).$castTo<string>().as('creator_id'),
          of.val(at).as('read_at'),
        ])
        .where('withdrawn_at', 'is', null)
        .$if(ids !== 'all', (some) => some.where(sql<boolean>`announcements.id = any(${ids}::uuid[])`)),
    )
    .onConflict((conflict) => conflict.columns(['creator_id', 'merchant_id', 'announcement_id']).doNothing())
    .returning('announcement_id')
    .execute();
  return added.length > 0;
}
