// Notes and tags: what staff keep about a creator. Creators don't see them.
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { type addCreatorNote, mostTags } from '@vitrine/contract/roster.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { accessCreator, type CreatorAccess, type CreatorPlace, lockCreator } from './roster.access.ts';
import { namesOfStaff } from './roster.profile.views.ts';

const scopeOf = ({ brand }: CreatorAccess) => ({ role: 'app', merchantId: brand.merchantId }) as const;

async function tagsOf(tx: Tx, merchantAccountId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('creator_tags')
    .select('tag')
    .where('merchant_account_id', '=', merchantAccountId)
    .orderBy('tag')
    .execute();
  return rows.map(({ tag }) => tag);
}

async function auditMark(ctx: Context, tx: Tx, actor: Actor, of: CreatorAccess, action: string, details = {}) {
  await audit(ctx, tx, actor, {
    action,
    merchantId: of.brand.merchantId,
    subject: { kind: 'merchant_account', id: of.merchantAccountId },
    details,
  });
}

export async function tagCreatorOf(
  ctx: Context,
  actor: Actor,
  place: CreatorPlace,
  { tag }: { tag: string },
): Promise<{ tags: string[] }> {
  const of = await accessCreator(ctx, actor, place);
  return ctx.database.as(scopeOf(of), async (tx) => {
    await lockCreator(tx, of);
    const before = await tagsOf(tx, of.merchantAccountId);
    if (before.includes(tag)) return { tags: before };
    if (before.length >= mostTags)
      throw new Refusal('conflict', {
        message: `This creator has ${mostTags} tags, which is the most. Remove one before you add “${tag}”.`,
      });
    await tx
      .insertInto('creator_tags')
      .values({
        merchant_id: of.brand.merchantId,
        merchant_account_id: of.merchantAccountId,
        creator_id: of.creatorId,
        tag,
        added_at: ctx.clock.now(),
        added_by: of.staffId,
      })
      .execute();
    await auditMark(ctx, tx, actor, of, 'creator.tagged', { tag });
    return { tags: await tagsOf(tx, of.merchantAccountId) };
  });
}

export async function untagCreatorOf(
  ctx: Context,
  actor: Actor,
  { tag, ...place }: CreatorPlace & { tag: string },
): Promise<{ tags: string[] }> {
  const of = await accessCreator(ctx, actor, place);
  return ctx.database.as(scopeOf(of), async (tx) => {
    const gone = await tx
      .deleteFrom('creator_tags')
      .where('merchant_account_id', '=', of.merchantAccountId)
      .where('tag', '=', tag)
      .returning('tag')
      .execute();
    if (gone.length === 0) throw new Refusal('not_found');
    await auditMark(ctx, tx, actor, of, 'creator.untagged', { tag });
    return { tags: await tagsOf(tx, of.merchantAccountId) };
  });
}

export async function addNoteTo(
  ctx: Context,
  actor: Actor,
  place: CreatorPlace,
  { body }: { body: string },
): Promise<DataOf<typeof addCreatorNote>> {
  const of = await accessCreator(ctx, actor, place);
  const now = ctx.clock.now();
  const id = newId(now);
  return ctx.database.as(scopeOf(of), async (tx) => {
    await tx
      .insertInto('creator_notes')
      .values({
        merchant_id: of.brand.merchantId,
        merchant_account_id: of.merchantAccountId,
        creator_id: of.creatorId,
        id,
        body,
        written_at: now,
        written_by: of.staffId,
      })
      .execute();
    await auditMark(ctx, tx, actor, of, 'creator.note_added', { note_id: id });
    const names = await namesOfStaff(tx, of.brand.merchantId);
    return { id, body, written_at: now.toISOString(), written_by: names.get(of.staffId) ?? null, mine: true };
  });
}

export async function deleteNoteOf(
  ctx: Context,
  actor: Actor,
  { note_id: id, ...place }: CreatorPlace & { note_id: string },
): Promise<{ deleted: true }> {
  const of = await accessCreator(ctx, actor, place);
  if (!isId(id)) throw new Refusal('not_found');
  return ctx.database.as(scopeOf(of), async (tx) => {
    const found = await tx
      .selectFrom('creator_notes')
      .select('written_by')
      .where('merchant_account_id', '=', of.merchantAccountId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) throw new Refusal('not_found');
    if (found.written_by !== of.staffId)
      throw new Refusal('conflict', { message: 'Only who wrote this note can delete it.' });
    await tx.deleteFrom('creator_notes').where('merchant_id', '=', of.brand.merchantId).where('id', '=', id).execute();
    await auditMark(ctx, tx, actor, of, 'creator.note_deleted', { note_id: id });
    return { deleted: true };
  });
}
