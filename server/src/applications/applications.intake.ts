// Takes applications from the public. The form needs no account, so how many emails it causes is limited by network,
// mailbox and brand (`turns.ts`); the first email has nothing that its sender wrote; and its answer never says who has
// applied. Uses the system role, because visitors have no scope.
import type { applyAsCreator, OwnApplication, sendApplication } from '@vitrine/contract/applications.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { mailboxOf } from '../accounts/mailbox.ts';
import type { Context } from '../context.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import { languageOfBrowser } from '../platform/browser.locale.ts';
import type { Tx } from '../platform/database/database.ts';
import { wideNetwork } from '../platform/http/client.network.ts';
import { newId, newSecret, sha256 } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { mailboxKey } from '../platform/mail/mailbox.key.ts';
import { admitStrangerMail } from '../platform/mail/strangers.ts';
import { Refusal } from '../platform/refusal.ts';
import { termsAt } from '../terms/terms.service.ts';
import { readAnswers, type StoredAnswer } from './answers.ts';
import { announceWaiting } from './applications.decisions.ts';
import { applicationReceivedMail, knownMail, readerOfApplicant } from './applications.mails.ts';
import {
  type ApplicationRecord,
  findCurrent,
  insertApplication,
  isCreatorOf,
  lockByCode,
  saveApplication,
} from './applications.queries.ts';
import { presentOwn } from './applications.views.ts';
import { type ApplyBrand, brandById, pageOf, requireOpenPage, takesApplications } from './page.access.ts';
import { askAtOnce, applicationExpiry, makeRoom, requireShare } from './turns.ts';

type Applicant = { email: string; name: string; locale: string; creatorId: string | null };
type Visit = { address: string; home: string };
/** Without a mailbox, the applicant has an account, whose address needs no confirmation. */
type From = { applicant: Applicant; network: string; mailbox: Buffer | null };

async function newApplication(
  ctx: Context,
  tx: Tx,
  brand: ApplyBrand,
  { applicant: { email, name, locale, creatorId }, network, mailbox }: From,
  answers: readonly StoredAnswer[],
): Promise<{ application: ApplicationRecord; code: string }> {
  const now = ctx.clock.now();
  const code = newSecret('vta');
  const held = await termsAt(tx, brand.id, now);
  const application = await insertApplication(tx, {
    merchant_id: brand.id,
    id: newId(now),
    code_hash: sha256(code),
    creator_id: creatorId,
    email,
    name,
    answers: JSON.stringify(answers),
    locale,
    state: creatorId === null ? 'unconfirmed' : 'waiting',
    terms_version: held?.version ?? null,
    created_at: now,
    confirmed_at: creatorId === null ? null : now,
    decided_at: null,
    decided_by: null,
    decided_rule: null,
    reason: null,
    invitation_id: null,
    network,
    mailbox,
    mailed_at: creatorId === null ? null : now,
  });
  return { application, code };
}

/** Always the same answer, so that nobody learns whether an address has applied. */
export async function receiveApplication(
  ctx: Context,
  slug: string,
  body: BodyOf<typeof sendApplication>,
  { address, home }: Visit,
): Promise<{ accepted: true }> {
  const { brand, answers } = await ctx.database.as({ role: 'system' }, async (tx) => {
    const open = await requireOpenPage(ctx, tx, slug);
    return { brand: open.brand, answers: readAnswers(open.page.questions, body.answers) };
  });
  if (body.website !== '') return { accepted: true };
  const applicant = { email: body.email, name: body.name, locale: languageOfBrowser(body.locale), creatorId: null };
  const sender = { network: wideNetwork(address), mailbox: mailboxKey(body.email) };
  await ctx.database.as({ role: 'system' }, async (tx) => {
    const isCreator = await isCreatorOf(tx, brand.id, body.email);
    const current = await findCurrent(tx, brand.id, body.email);
    if (isCreator || current?.state === 'waiting') {
      if (!(await admitStrangerMail(ctx, tx, body.email))) return;
      const reader = readerOfApplicant(brand, applicant);
      await queueMail(ctx, tx, knownMail(reader, brand.display_name, isCreator ? `${home}/login` : undefined));
      return;
    }
    await makeRoom(ctx, tx, brand.id, sender.network);
    const { application } = await newApplication(ctx, tx, brand, { applicant, ...sender }, answers);
    await askAtOnce(ctx, tx, { application, brand, home });
    await audit(ctx, tx, anonymous, {
      action: 'application.received',
      merchantId: brand.id,
      subject: { kind: 'application', id: application.id },
    });
  });
  return { accepted: true };
}

function refuseSecond(brand: string): Refusal {
  return new Refusal('conflict', { message: `You already applied to ${brand}, and it hasn’t answered yet` });
}

/** If somebody sends twice at once, the database keeps one of them waiting. */
function isSecondWaiting(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'applications_waiting_idx';
}

/** Applies with an account, whose address needs no confirmation. */
export async function applyWithAccount(
  ctx: Context,
  actor: Actor,
  slug: string,
  body: BodyOf<typeof applyAsCreator>,
  { address, home }: Visit,
): Promise<OwnApplication> {
  if (actor.kind !== 'person' || actor.impersonatedBy !== null) throw new Refusal('forbidden');
  const reader = await mailboxOf(ctx, actor.userId);
  if (!reader) throw new Refusal('not_found');
  const applicant = { email: reader.address, name: reader.displayName, locale: reader.locale, creatorId: actor.userId };
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const { brand, page } = await requireOpenPage(ctx, tx, slug);
    const answers = readAnswers(page.questions, body.answers);
    if (await isCreatorOf(tx, brand.id, reader.address))
      throw new Refusal('conflict', { message: `You already work with ${brand.display_name}` });
    const current = await findCurrent(tx, brand.id, reader.address);
    if (current?.state === 'waiting') throw refuseSecond(brand.display_name);
    const from = { applicant, network: wideNetwork(address), mailbox: null };
    await requireShare(ctx, tx, brand, from.network);
    const { application, code } = await newApplication(ctx, tx, brand, from, answers).catch((error: unknown) => {
      throw isSecondWaiting(error) ? refuseSecond(brand.display_name) : error;
    });
    const { id } = application;
    const link = { code, url: `${home}/apply/${brand.slug}#${code}`, expiresAt: applicationExpiry(application) };
    await queueMail(ctx, tx, applicationReceivedMail(reader, brand.display_name, link));
    await audit(ctx, tx, actor, {
      action: 'application.received',
      merchantId: brand.id,
      subject: { kind: 'application', id },
    });
    await announceWaiting(ctx, tx, { brand, page, applicationId: id, home });
    return presentOwn(await requireByCode(ctx, tx, code), brand);
  });
}

/** The application with this code. One that wasn't confirmed in time looks missing, like one that never was. */
async function requireByCode(ctx: Context, tx: Tx, code: string): Promise<ApplicationRecord> {
  const found = await lockByCode(tx, sha256(code));
  const isLate = found?.state === 'unconfirmed' && applicationExpiry(found) <= ctx.clock.now();
  if (!found || isLate) throw new Refusal('not_found');
  return found;
}

export async function readByCode(ctx: Context, code: string): Promise<OwnApplication> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await requireByCode(ctx, tx, code);
    return presentOwn(found, await brandById(tx, found.merchant_id));
  });
}

/** From now on the brand sees it. Confirming again changes nothing. */
export async function confirmByCode(ctx: Context, code: string, home: string): Promise<OwnApplication> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await requireByCode(ctx, tx, code);
    const brand = await brandById(tx, found.merchant_id);
    if (found.state !== 'unconfirmed') return presentOwn(found, brand);
    const page = await pageOf(tx, brand.id);
    if (!(await takesApplications(ctx, tx, brand.id, page)))
      throw new Refusal('applications_closed', { message: `${brand.display_name} takes no applications right now` });
    await requireShare(ctx, tx, brand, found.network);
    await saveApplication(tx, found, { state: 'waiting', confirmed_at: ctx.clock.now() }).catch((error: unknown) => {
      throw isSecondWaiting(error) ? refuseSecond(brand.display_name) : error;
    });
    await announceWaiting(ctx, tx, { brand, page, applicationId: found.id, home });
    return presentOwn(await requireByCode(ctx, tx, code), brand);
  });
}

export async function withdrawByCode(ctx: Context, code: string): Promise<OwnApplication> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await requireByCode(ctx, tx, code);
    const brand = await brandById(tx, found.merchant_id);
    if (found.state === 'withdrawn') return presentOwn(found, brand);
    if (found.state === 'approved' || found.state === 'rejected')
      throw new Refusal('conflict', { message: `${brand.display_name} has already answered this application` });
    await saveApplication(tx, found, { state: 'withdrawn', decided_at: ctx.clock.now() });
    await audit(ctx, tx, anonymous, {
      action: 'application.withdrawn',
      merchantId: brand.id,
      subject: { kind: 'application', id: found.id },
    });
    return presentOwn({ ...found, state: 'withdrawn' }, brand);
  });
}
