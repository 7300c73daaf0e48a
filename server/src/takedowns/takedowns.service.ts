// Operators take down a shortlink, a storefront, all of a creator's storefronts, or a picture. What is taken down stays
// where it is: its address says why, and only an operator restores it. All of this is the operators' work, so it uses the
// system role.
import type { BodyOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { liftTakedown, listTakedowns, Takedown, takeDown } from '@vitrine/contract/takedowns.ts';
import { isTakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import type { Context } from '../context.ts';
import { setLinkTakedown } from '../links/links.takedown.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import { hashOfPicture, restorePicture, takeDownPicture } from '../pictures/pictures.takedown.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { liftedMail, takedownMail } from './takedowns.mails.ts';
import { insertTakedown, ownerReaders, storeLift } from './takedowns.queries.ts';
import { findSubject, type TakedownSubject } from './takedowns.subjects.ts';
import { takedownById, takedownsOfAll } from './takedowns.views.ts';

export type TakedownInput = Omit<BodyOf<typeof takeDown>, 'address'> & { report?: TakedownReport };
/** The report behind a take-down. The owner gets the statement, as the terms promise, without private addresses. */
export type TakedownReport = {
  id: string;
  reference: string;
  canCounter: boolean;
  /** Who sent a copyright notice. */
  sender: string | undefined;
  statement: string;
};

const elsewhere = 'must be the address of a shortlink, storefront or uploaded picture of this installation';

/** Takes down what is at an address, in the caller's transaction, and emails its owner. */
export async function takeDownSubject(
  ctx: Context,
  tx: Tx,
  operator: Person,
  address: string,
  input: TakedownInput,
): Promise<Takedown> {
  const subject = await findSubject(ctx, tx, address);
  if (subject === undefined) throw invalid('address', elsewhere);
  const now = ctx.clock.now();
  const id = newId(now);
  const { category, reason, note = '', report } = input;
  const isStored = await insertTakedown(tx, {
    id,
    subject_kind: subject.kind,
    subject_id: subject.id,
    address: subject.path,
    creator_id: subject.creatorId,
    merchant_id: subject.merchantId,
    category,
    reason,
    note,
    report_id: report?.id ?? null,
    picture_hash: subject.kind === 'picture' ? ((await hashOfPicture(tx, subject.id)) ?? null) : null,
    taken_down_at: now,
    taken_down_by: operator.userId,
    lifted_at: null,
    lifted_by: null,
    lift_reason: null,
  });
  if (!isStored) throw new Refusal('already_taken_down');
  if (subject.kind === 'link') await setLinkTakedown(tx, subject.id, category);
  if (subject.kind === 'picture') await takeDownPicture(tx, subject.id, id);
  await audit(ctx, tx, operator, {
    action: 'takedown.made',
    subject: { kind: 'takedown', id },
    details: { address: subject.path, category, reason, ...(report && { report: report.reference }) },
  });
  const home = await homeOf(tx, subject);
  await mailOwner(ctx, tx, subject, { home, kind: subject.kind, path: subject.path, category, reason, report });
  return takedownById(tx, id);
}

/** The page with the owner's take-downs, in the creator's portal or the brand's console. */
async function homeOf(tx: Tx, { merchantId }: TakedownSubject): Promise<string> {
  if (merchantId === null) return '/takedowns';
  const { slug } = await tx
    .selectFrom('merchants')
    .select('slug')
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return `/brand/${slug}/takedowns`;
}

async function mailOwner(
  ctx: Context,
  tx: Tx,
  subject: TakedownSubject,
  about: Parameters<typeof takedownMail>[2],
): Promise<void> {
  for (const { reader } of await ownerReaders(tx, subject))
    await queueMail(ctx, tx, takedownMail(ctx.config.publicUrl, reader, about));
}

/** Restores what a take-down hid, in the caller's transaction, and emails its owner. */
export async function liftById(ctx: Context, tx: Tx, operator: Person, id: string, reason: string): Promise<Takedown> {
  const lifted = await storeLift(tx, id, { at: ctx.clock.now(), by: operator.userId, reason });
  if (!lifted) throw new Refusal('conflict', { message: 'This was already restored' });
  if (lifted.subject_kind === 'link') await setLinkTakedown(tx, lifted.subject_id, null);
  if (lifted.subject_kind === 'picture') await restorePicture(tx, id);
  await audit(ctx, tx, operator, {
    action: 'takedown.lifted',
    subject: { kind: 'takedown', id },
    details: { address: lifted.address, reason },
  });
  const owner = { creatorId: lifted.creator_id, merchantId: lifted.merchant_id };
  const { address, category } = lifted;
  if (!isTakedownCategory(category)) throw new Error(`unknown category ${category}`);
  for (const { reader } of await ownerReaders(tx, owner))
    await queueMail(ctx, tx, liftedMail(ctx.config.publicUrl, reader, { path: address, reason }));
  return takedownById(tx, id);
}

export async function takeDownFor(ctx: Context, actor: Actor, input: BodyOf<typeof takeDown>): Promise<Takedown> {
  const operator = accessInstallation(actor);
  const { address, ...rest } = input;
  const made = await ctx.database.as({ role: 'system' }, (tx) => takeDownSubject(ctx, tx, operator, address, rest));
  return made;
}

/** For a take-down without a report; the others are restored with their report, whose clocks count. */
export async function liftTakedownFor(
  ctx: Context,
  actor: Actor,
  id: string,
  { reason }: BodyOf<typeof liftTakedown>,
): Promise<Takedown> {
  const operator = accessInstallation(actor);
  if (!isId(id)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await tx.selectFrom('takedowns').select('report_id').where('id', '=', id).executeTakeFirst();
    if (!found) throw new Refusal('not_found');
    if (found.report_id !== null) throw new Refusal('takedown_of_report');
    return liftById(ctx, tx, operator, id, reason);
  });
}

export async function listTakedownsFor(
  ctx: Context,
  actor: Actor,
  query: QueryOf<typeof listTakedowns>,
): Promise<ReplyOf<typeof listTakedowns>> {
  accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => takedownsOfAll(tx, query));
}
