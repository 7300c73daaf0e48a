// A brand's pause of a creator is a suspension in its program. `roster` begins and ends the pause; here is what the
// creator can say against it. Uses the system role, because it emails users whom a brand's scope doesn't see.
import type { QueryOf } from '@vitrine/contract/endpoint.ts';
import type { BrandSuspension, listPauseObjections } from '@vitrine/contract/suspensions.ts';
import type { SuspensionCategory } from '@vitrine/contract/values/suspension-categories.ts';
import type { Context } from '../context.ts';
import { type LockedAccount, lockAccount } from '../creators/account.periods.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { lockOpenPause } from './suspensions.queries.ts';
import { requireOpenObjection } from './suspensions.service.ts';
import { beginSuspension, endSuspension, uphold } from './suspensions.steps.ts';
import { pageOfPauseObjections, suspensionsAt } from './suspensions.views.ts';

/** Notes the pause of a locked account, so that its creator can object. Returns until when. */
export async function notePause(
  ctx: Context,
  tx: Tx,
  account: LockedAccount,
  pause: { category: SuspensionCategory; reason: string; by: string },
): Promise<Date> {
  const begun = await beginSuspension(ctx, tx, { ...pause, creatorId: account.creatorId, at: account });
  if (!begun) throw new Refusal('conflict', { message: 'This creator is paused already. Nothing was changed.' });
  return begun.objectUntil;
}

/** Notes that the pause of a locked account has ended. A pause from before there were objections has no row. */
export async function noteResume(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { merchantId, merchantAccountId }: LockedAccount,
  reason: string | null,
): Promise<void> {
  const open = await lockOpenPause(tx, merchantId, merchantAccountId);
  if (open) await endSuspension(ctx, tx, actor, open, { hasLapsed: false, reason });
}

/** The pauses of an account, newest first, and who answered the objections to them. In the scope of its brand. */
export function pausesOf(ctx: Context, tx: Tx, merchantId: string, merchantAccountId: string) {
  return suspensionsAt(tx, merchantId, merchantAccountId, ctx.clock.now());
}

export async function listPauseObjectionsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: QueryOf<typeof listPauseObjections>,
) {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) =>
    pageOfPauseObjections(tx, merchantId, query, ctx.clock.now()),
  );
}

export async function upholdPauseOf(
  ctx: Context,
  actor: Actor,
  place: { merchant: string; merchant_account_id: string },
  answer: string,
): Promise<BrandSuspension> {
  const { merchantId } = await accessBrand(ctx, actor, place.merchant);
  const { merchant_account_id: accountId } = place;
  if (!isId(accountId)) throw new Refusal('not_found');
  return ctx.database.as({ role: 'system' }, async (tx) => {
    if (!(await lockAccount(tx, merchantId, accountId))) throw new Refusal('not_found');
    const open = requireOpenObjection(await lockOpenPause(tx, merchantId, accountId));
    await uphold(ctx, tx, actor, open, answer);
    const [newest] = await pausesOf(ctx, tx, merchantId, accountId);
    if (!newest) throw new Error('the pause that was just changed is missing');
    return newest.suspension;
  });
}
