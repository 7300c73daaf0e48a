// What staff do with a creator: pause, resume, end, keep. Every change is a period with its times, so that an order is
// decided by what the account was at its click (docs/decisions/0081). Changes use the system role for the creator's address;
// `accessCreator` has checked that the caller may act for the brand.
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Notice } from '@vitrine/contract/notifications.ts';
import type { CreatorProfile, endCreator, pauseCreator, resumeCreator } from '@vitrine/contract/roster.ts';
import type { Context } from '../context.ts';
import { beginPeriod, endPeriod, type LockedAccount } from '../creators/account.periods.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { midnightOf, todayIn } from '../platform/days.ts';
import { notify } from '../platform/events/notify.ts';
import { recordAll } from '../platform/events/record.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { notePause, noteResume } from '../suspensions/suspensions.pauses.ts';
import { accessCreator, type CreatorAccess, type CreatorPlace, lockCreator } from './roster.access.ts';
import { creatorStatusMail, type StatusChange } from './roster.mails.ts';
import { mailCreators } from './roster.mailing.ts';
import { earliestEnd } from './roster.notice.ts';
import { profileOf } from './roster.profile.ts';

const scopeOf = ({ brand }: CreatorAccess) => ({ role: 'app', merchantId: brand.merchantId }) as const;

export async function readCreatorOf(ctx: Context, actor: Actor, place: CreatorPlace): Promise<CreatorProfile> {
  const of = await accessCreator(ctx, actor, place);
  return ctx.database.as(scopeOf(of), (tx) => profileOf(ctx, tx, of));
}

/** What a creator's bell says about a change. */
function noticeOf(change: StatusChange): Notice {
  switch (change.kind) {
    case 'paused':
      return { kind: 'account_paused', reason: change.reason };
    case 'ending':
      return { kind: 'account_ending', reason: change.reason, ends_at: change.endsAt.toISOString() };
    case 'resumed':
      return { kind: 'account_resumed' };
    default:
      return { kind: 'account_kept' };
  }
}

/** Changes the locked account, and tells its creator by bell and email in the same transaction. */
async function changeStatus(
  ctx: Context,
  actor: Actor,
  place: CreatorPlace,
  change: (tx: Tx, account: LockedAccount, of: CreatorAccess) => Promise<StatusChange>,
): Promise<CreatorProfile> {
  const of = await accessCreator(ctx, actor, place);
  const { merchantId } = of.brand;
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const changed = await change(tx, await lockCreator(tx, of), of);
    const details = {
      ...('reason' in changed && { reason: changed.reason }),
      ...('category' in changed && { category: changed.category, object_until: changed.objectUntil.toISOString() }),
      ...('endsAt' in changed && { ends_at: changed.endsAt.toISOString() }),
    };
    await audit(ctx, tx, actor, {
      action: `creator.${changed.kind}`,
      merchantId,
      subject: { kind: 'merchant_account', id: of.merchantAccountId },
      details,
    });
    await notify(ctx, tx, { merchantId, creators: [of.merchantAccountId] }, noticeOf(changed));
    await mailCreators(ctx, tx, merchantId, [of.merchantAccountId], (reader) =>
      creatorStatusMail(ctx, reader, of.brand, changed),
    );
    await recordAll(ctx, tx, [{ audience: { userId: of.creatorId }, event: { kind: 'user-update' } }]);
    return profileOf(ctx, tx, of);
  });
}

function refuseEnded({ ending }: LockedAccount, now: Date): void {
  if (ending && ending.startedAt <= now)
    throw new Refusal('conflict', {
      message: 'Your work with this creator has ended. To go on, invite them again: they keep everything they had.',
    });
}

export function pauseCreatorOf(ctx: Context, actor: Actor, place: CreatorPlace, input: BodyOf<typeof pauseCreator>) {
  return changeStatus(ctx, actor, place, async (tx, account, { staffId: by }) => {
    const now = ctx.clock.now();
    refuseEnded(account, now);
    if (account.pause)
      throw new Refusal('conflict', { message: 'This creator is paused already. Nothing was changed.' });
    const { category, reason } = input;
    await beginPeriod(ctx, tx, account, { kind: 'paused', reason, startedAt: now, by });
    const objectUntil = await notePause(ctx, tx, account, { category, reason, by });
    return { kind: 'paused', category, reason, objectUntil };
  });
}

export function resumeCreatorOf(ctx: Context, actor: Actor, place: CreatorPlace, input: BodyOf<typeof resumeCreator>) {
  return changeStatus(ctx, actor, place, async (tx, account, { staffId: by }) => {
    refuseEnded(account, ctx.clock.now());
    if (!account.pause) throw new Refusal('conflict', { message: 'This creator is not paused.' });
    await endPeriod(ctx, tx, account, account.pause, by);
    const reason = input?.reason;
    await noteResume(ctx, tx, actor, account, reason ?? null);
    return { kind: 'resumed', ...(reason !== undefined && { reason }) };
  });
}

export function endCreatorOf(ctx: Context, actor: Actor, place: CreatorPlace, input: BodyOf<typeof endCreator>) {
  return changeStatus(ctx, actor, place, async (tx, account, of) => {
    refuseEnded(account, ctx.clock.now());
    const { brand, staffId: by } = of;
    const dayOf = (at: Date) => todayIn(brand.timeZone, at).toString();
    if (account.ending)
      throw new Refusal('conflict', {
        message: `The end of your work with this creator was announced for ${dayOf(account.ending.startedAt)} already. Withdraw that first to choose another day.`,
      });
    const earliest = await earliestEnd(ctx, tx, of);
    const day = input.ends_on === undefined ? earliest : Temporal.PlainDate.from(input.ends_on);
    if (Temporal.PlainDate.compare(day, earliest) < 0)
      throw invalid(
        'ends_on',
        `must be ${earliest.toString()} or later, after your notice period, not ${day.toString()}`,
      );
    const latest = earliest.add({ years: 1 });
    if (Temporal.PlainDate.compare(day, latest) > 0)
      throw invalid('ends_on', `must be ${latest.toString()} or earlier, not ${day.toString()}`);
    const endsAt = midnightOf(day, brand.timeZone);
    await beginPeriod(ctx, tx, account, { kind: 'ended', reason: input.reason, startedAt: endsAt, by });
    return { kind: 'ending', reason: input.reason, endsAt };
  });
}

export function keepCreatorOf(ctx: Context, actor: Actor, place: CreatorPlace) {
  return changeStatus(ctx, actor, place, async (tx, account, { staffId: by }) => {
    refuseEnded(account, ctx.clock.now());
    if (!account.ending)
      throw new Refusal('conflict', { message: 'No end was announced for your work with this creator.' });
    await endPeriod(ctx, tx, account, account.ending, by);
    return { kind: 'kept' };
  });
}
