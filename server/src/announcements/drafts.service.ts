// Drafts of announcements. Several members of the staff can work on one: each save names the revision it was made from,
// and one that a colleague has overtaken is refused.
import type {
  AnnouncementDraft,
  createAnnouncementDraft,
  DraftFields,
  listAnnouncementAudiences,
  listAnnouncementDrafts,
  saveAnnouncementDraft,
} from '@vitrine/contract/announcements.drafts.ts';
import type { BodyOf, DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { parseRichText } from '@vitrine/contract/values/rich-text.parser.ts';
import type { Context } from '../context.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import { findOwnPicture } from '../pictures/pictures.service.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { checkAudience, readAudienceChoices } from './audience.ts';
import {
  deleteDraft,
  type DraftContent,
  type DraftKey,
  insertDraft,
  lockDraft,
  saveDraft,
  type StoredDraft,
} from './drafts.queries.ts';
import { findDraft, pageOfDrafts } from './drafts.views.ts';

export type DraftParams = { merchant: string; draft_id: string };

/** The brand, the draft's key and the member of the staff. */
export async function accessDraft(
  ctx: Context,
  actor: Actor,
  { merchant, draft_id: id }: DraftParams,
): Promise<{ brand: BrandAccess; key: DraftKey; person: Person }> {
  const brand = await accessBrand(ctx, actor, merchant);
  if (actor.kind !== 'person' || !isId(id)) throw new Refusal('not_found');
  return { brand, key: { merchantId: brand.merchantId, id }, person: actor };
}

/** The draft as it is, locked; refused if it is not the one that the caller saw. */
export async function lockRevision(tx: Tx, key: DraftKey, revision?: number): Promise<StoredDraft> {
  const draft = await lockDraft(tx, key);
  if (!draft) {
    const published = await tx
      .selectFrom('announcements')
      .select('id')
      .where('merchant_id', '=', key.merchantId)
      .where('id', '=', key.id)
      .executeTakeFirst();
    if (published)
      throw new Refusal('conflict', { message: 'This announcement has been published, so it can’t be changed.' });
    throw new Refusal('not_found');
  }
  if (revision === undefined || revision === draft.revision) return draft;
  const saver = await tx.selectFrom('users').select('display_name').where('id', '=', draft.saved_by).executeTakeFirst();
  throw new Refusal('conflict', {
    message: `${saver?.display_name ?? 'A colleague'} changed this draft after you opened it. Reload it and make your change again.`,
  });
}

export async function readDraftIn(ctx: Context, tx: Tx, key: DraftKey): Promise<AnnouncementDraft> {
  const found = await findDraft(ctx, tx, key);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** Refuses links that lead to no https address, or elsewhere than they show, by name. */
function checkLinks(body: string): void {
  const {
    refused: [refused],
    misleading: [misleading],
  } = parseRichText(body);
  if (refused !== undefined)
    throw invalid('body', `must only have links that begin with https://, not “${refused.slice(0, 200)}”`);
  if (misleading !== undefined)
    throw invalid(
      'body',
      `must not have a link that shows ${misleading.shown.slice(0, 200)} and leads to ${misleading.href.slice(0, 200)}; let it show its own address, or words`,
    );
}

async function checkProducts(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  const valid = ids.filter(isId);
  const rows =
    valid.length === 0
      ? []
      : await tx
          .selectFrom('products')
          .select('id')
          .where('merchant_id', '=', merchantId)
          .where('id', 'in', valid)
          .execute();
  const missing = ids.findIndex((id) => !rows.some((row) => row.id === id));
  if (missing !== -1)
    throw invalid(`product_ids.${missing}`, `must be a product of the brand’s catalog; ${ids[missing]} is none`);
}

/** What the schema can't know. */
async function checkedContent(ctx: Context, merchantId: string, written: DraftFields): Promise<DraftContent> {
  checkLinks(written.body);
  const picture = written.picture === null ? null : await findOwnPicture(ctx, { merchantId }, written.picture);
  if (picture === undefined) throw invalid('picture', 'must be the path of a picture that was uploaded for this brand');
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await checkProducts(tx, merchantId, written.product_ids);
    await checkAudience(tx, merchantId, written.audience);
  });
  const { picture_alt: alt, ...rest } = written;
  return { ...rest, picture: picture && { ...picture, alt } };
}

/** What can be published has a title and a text. */
export function requireComplete({ title, body }: { title: string; body: string }): void {
  const empty = [...(title === '' ? ['title'] : []), ...(body === '' ? ['body'] : [])];
  if (empty.length > 0)
    throw new Refusal('validation_failed', {
      errors: Object.fromEntries(empty.map((name) => [name, ['must not be empty to be published']])),
    });
}

export async function listDraftsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listAnnouncementDrafts>,
): Promise<ReplyOf<typeof listAnnouncementDrafts>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => pageOfDrafts(ctx, tx, merchantId, query));
}

export async function createDraftFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  input: BodyOf<typeof createAnnouncementDraft>,
): Promise<AnnouncementDraft> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (actor.kind !== 'person') throw new Refusal('not_found');
  const content = await checkedContent(ctx, merchantId, input);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const now = ctx.clock.now();
    const key = { merchantId, id: newId(now) };
    await insertDraft(tx, key, content, { at: now, by: actor.userId });
    return readDraftIn(ctx, tx, key);
  });
}

export async function readDraftOf(ctx: Context, actor: Actor, params: DraftParams): Promise<AnnouncementDraft> {
  const { key } = await accessDraft(ctx, actor, params);
  return ctx.database.as({ role: 'app', merchantId: key.merchantId }, (tx) => readDraftIn(ctx, tx, key));
}

export async function saveDraftOf(
  ctx: Context,
  actor: Actor,
  params: DraftParams,
  { revision, ...written }: BodyOf<typeof saveAnnouncementDraft>,
): Promise<AnnouncementDraft> {
  const { key, person } = await accessDraft(ctx, actor, params);
  // A draft of another brand is missing, whatever else is wrong.
  await readDraftOf(ctx, actor, params);
  const content = await checkedContent(ctx, key.merchantId, written);
  return ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
    await requireOpenBrand(tx, key.merchantId);
    const draft = await lockRevision(tx, key, revision);
    if (draft.scheduled_for !== null) requireComplete(content);
    await saveDraft(tx, key, content, { at: ctx.clock.now(), by: person.userId });
    return readDraftIn(ctx, tx, key);
  });
}

export async function deleteDraftOf(ctx: Context, actor: Actor, params: DraftParams): Promise<{ deleted: true }> {
  const { key } = await accessDraft(ctx, actor, params);
  return ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
    if (!(await deleteDraft(tx, key))) throw new Refusal('not_found');
    await audit(ctx, tx, actor, {
      action: 'announcement.draft_deleted',
      merchantId: key.merchantId,
      subject: { kind: 'announcement', id: key.id },
    });
    return { deleted: true };
  });
}

export async function listAudiencesOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
): Promise<DataOf<typeof listAnnouncementAudiences>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => readAudienceChoices(tx, merchantId, ctx.clock.now()));
}
