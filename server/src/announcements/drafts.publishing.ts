// From a draft to an announcement: now, or at a time on the clock of the brand's zone. And the test that staff email to
// themselves.
import type { PublishedAnnouncement } from '@vitrine/contract/announcements.ts';
import type {
  AnnouncementDraft,
  DraftProblem,
  publishAnnouncementDraft,
  scheduleAnnouncementDraft,
} from '@vitrine/contract/announcements.drafts.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { parseRichText } from '@vitrine/contract/values/rich-text.parser.ts';
import { plainTextOf } from '@vitrine/contract/values/rich-text.plain.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { requireActiveBrand } from '../merchants/brand.pauses.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { storedPicture } from './announcements.parts.ts';
import { announcementTestMail } from './announcements.mails.ts';
import { accessDraft, type DraftParams, lockRevision, readDraftIn, requireComplete } from './drafts.service.ts';
import { deleteDraft, saveSchedule, type StoredDraft } from './drafts.queries.ts';
import { draftAudience } from './drafts.views.ts';
import { findPublished } from './published.views.ts';
import { type Publication, publishIn } from './publishing.ts';

const yearMs = 365 * 86_400_000;

/** What is published of a draft. Its Markdown is read once, here. */
export function publicationOf(draft: StoredDraft, authorId: string): Publication {
  const { content } = parseRichText(draft.body);
  return {
    id: draft.id,
    title: draft.title,
    body: plainTextOf(content),
    content,
    picture: storedPicture(draft.picture),
    productIds: draft.product_ids,
    audience: draftAudience(draft),
    pinned: draft.pinned,
    authorId,
  };
}

function refuse(problem: DraftProblem): Refusal {
  if (problem === 'audience_empty')
    return new Refusal('conflict', { message: 'No creator is in this audience now. Choose another one.' });
  return problem === 'incomplete' ? invalid('body', 'must not be empty to be published') : new Refusal(problem);
}

export async function publishDraftOf(
  ctx: Context,
  actor: Actor,
  params: DraftParams,
  { revision }: BodyOf<typeof publishAnnouncementDraft>,
): Promise<PublishedAnnouncement> {
  const { key, person } = await accessDraft(ctx, actor, params);
  const { merchantId } = key;
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const draft = await lockRevision(tx, key, revision);
    requireComplete(draft);
    await deleteDraft(tx, key);
    const problem = await publishIn(ctx, tx, actor, merchantId, publicationOf(draft, person.userId));
    if (problem) throw refuse(problem);
    const published = await findPublished(ctx, tx, merchantId, key.id);
    if (!published) throw new Error('the announcement that was just published is missing');
    return published;
  });
}

/** A time on a clock of the zone as an instant. Refuses what is no time there, is over, or is more than a year away. */
function instantOf(localTime: string, timeZone: string, now: Date): Date {
  const field = 'local_time';
  let zoned: Temporal.ZonedDateTime;
  try {
    zoned = Temporal.PlainDateTime.from(localTime, { overflow: 'reject' }).toZonedDateTime(timeZone);
  } catch {
    throw invalid(field, `must be a day and time of the calendar, like 2026-12-01T09:00, not ${localTime}`);
  }
  if (zoned.toPlainDateTime().toString({ smallestUnit: 'minute' }) !== localTime)
    throw invalid(field, `must be a time that clocks in ${timeZone} show; they skip ${localTime.replace('T', ' ')}`);
  const at = new Date(zoned.epochMilliseconds);
  if (at <= now) {
    const shown = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
    const clock = shown.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
    throw invalid(field, `must be in the future; it is ${clock} in ${timeZone}`);
  }
  if (at.getTime() > now.getTime() + yearMs) throw invalid(field, 'must be within a year');
  return at;
}

export async function scheduleDraftOf(
  ctx: Context,
  actor: Actor,
  params: DraftParams,
  { revision, local_time: localTime }: BodyOf<typeof scheduleAnnouncementDraft>,
): Promise<AnnouncementDraft> {
  const { brand, key, person } = await accessDraft(ctx, actor, params);
  return ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
    const draft = await lockRevision(tx, key, revision);
    const now = ctx.clock.now();
    const at = instantOf(localTime, brand.timeZone, now);
    requireComplete(draft);
    await requireActiveBrand(tx, key.merchantId);
    await saveSchedule(tx, key, at, { at: now, by: person.userId });
    await audit(ctx, tx, actor, {
      action: 'announcement.scheduled',
      merchantId: key.merchantId,
      subject: { kind: 'announcement', id: key.id },
      details: { scheduled_for: at.toISOString() },
    });
    return readDraftIn(ctx, tx, key);
  });
}

export async function unscheduleDraftOf(ctx: Context, actor: Actor, params: DraftParams): Promise<AnnouncementDraft> {
  const { key, person } = await accessDraft(ctx, actor, params);
  return ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
    const draft = await lockRevision(tx, key);
    if (draft.scheduled_for !== null) {
      await saveSchedule(tx, key, null, { at: ctx.clock.now(), by: person.userId });
      await audit(ctx, tx, actor, {
        action: 'announcement.unscheduled',
        merchantId: key.merchantId,
        subject: { kind: 'announcement', id: key.id },
      });
    }
    return readDraftIn(ctx, tx, key);
  });
}

export async function testDraftOf(ctx: Context, actor: Actor, params: DraftParams): Promise<{ sent_to: string }> {
  const { brand, key, person } = await accessDraft(ctx, actor, params);
  const reader = await mailboxOf(ctx, person.userId);
  if (!reader) throw new Refusal('not_found');
  return ctx.database.as({ role: 'app', merchantId: key.merchantId }, async (tx) => {
    const draft = await readDraftIn(ctx, tx, key);
    const { content } = parseRichText(draft.body);
    const url = `${ctx.config.publicUrl}/brand/${brand.slug}/announcements/drafts/${key.id}`;
    await queueMail(ctx, tx, announcementTestMail(reader, { brand: brand.displayName, url }, { ...draft, content }));
    return { sent_to: reader.address };
  });
}
