import { type Selectable, sql } from 'kysely';
import type { AnnouncementAudience } from '@vitrine/contract/announcements.ts';
import type { DraftProblem } from '@vitrine/contract/announcements.drafts.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { StoredPicture } from './announcements.parts.ts';

export type DraftKey = { merchantId: string; id: string };
export type StoredDraft = Selectable<Tables['announcement_drafts']>;

/** What staff write, checked. */
export type DraftContent = {
  title: string;
  body: string;
  picture: StoredPicture | null;
  product_ids: string[];
  audience: AnnouncementAudience;
  pinned: boolean;
};

function columnsOf({ picture, audience, ...rest }: DraftContent) {
  return {
    ...rest,
    picture: picture && sql<never>`${JSON.stringify(picture)}::jsonb`,
    audience: sql<never>`${JSON.stringify(audience)}::jsonb`,
  };
}

type Save = { at: Date; by: string };

export async function insertDraft(tx: Tx, key: DraftKey, content: DraftContent, { at, by }: Save): Promise<void> {
  await tx
    .insertInto('announcement_drafts')
    .values({
      ...columnsOf(content),
      merchant_id: key.merchantId,
      id: key.id,
      created_at: at,
      saved_at: at,
      saved_by: by,
    })
    .execute();
}

/** A draft, locked until the transaction ends. */
export function lockDraft(tx: Tx, { merchantId, id }: DraftKey): Promise<StoredDraft | undefined> {
  return tx
    .selectFrom('announcement_drafts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The draft whose time came first, locked. A run on another node takes the next one. */
export function lockDueDraft(tx: Tx, now: Date, except: readonly string[]): Promise<StoredDraft | undefined> {
  return tx
    .selectFrom('announcement_drafts')
    .selectAll()
    .where('scheduled_for', '<=', now)
    .where(sql<boolean>`id <> all(${[...except]}::uuid[])`)
    .orderBy('scheduled_for')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

function updateDraft(tx: Tx, { merchantId, id }: DraftKey, problem: DraftProblem | null = null) {
  return tx
    .updateTable('announcement_drafts')
    .set({ revision: sql<number>`revision + 1`, problem })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id);
}

export async function saveDraft(tx: Tx, key: DraftKey, content: DraftContent, { at, by }: Save): Promise<void> {
  await updateDraft(tx, key)
    .set({ ...columnsOf(content), saved_at: at, saved_by: by })
    .execute();
}

/** Sets or clears the time, and says who did: they are the author of what is published then. */
export async function saveSchedule(tx: Tx, key: DraftKey, scheduledFor: Date | null, { at, by }: Save): Promise<void> {
  await updateDraft(tx, key).set({ scheduled_for: scheduledFor, saved_at: at, saved_by: by }).execute();
}

/** A draft whose time came and that can't be published is a draft again. */
export async function saveProblem(tx: Tx, key: DraftKey, problem: DraftProblem): Promise<void> {
  await updateDraft(tx, key, problem).set({ scheduled_for: null }).execute();
}

export async function deleteDraft(tx: Tx, { merchantId, id }: DraftKey): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('announcement_drafts')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
