// Moving creators between groups, one or many. A move that would pay somebody less takes effect after the notice period
// (server/src/terms/group.moves.ts), so a move of many can have several days. Uses the system role for the addresses of
// creators; `accessBrand` has checked that the caller may act for the brand.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { moveCreators } from '@vitrine/contract/roster.ts';
import type { Context } from '../context.ts';
import { type LatestMove, latestMoves, recordMoves } from '../groups/groups.moves.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { notify } from '../platform/events/notify.ts';
import { isId } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import { moveEffectiveAt } from '../terms/group.moves.ts';
import { staffIdOf } from './roster.access.ts';
import { chosenAccounts } from './roster.chosen.ts';
import { creatorMovedMail } from './roster.mails.ts';
import { mailCreators } from './roster.mailing.ts';

type Wanted = BodyOf<typeof moveCreators>;
type Moved = DataOf<typeof moveCreators>;
type Target = { id: string | null; name: string | null };

async function targetOf(tx: Tx, merchantId: string, groupId: string | null): Promise<Target> {
  if (groupId === null) return { id: null, name: null };
  const group = isId(groupId)
    ? await tx
        .selectFrom('creator_groups')
        .select(['name', 'archived_at'])
        .where('merchant_id', '=', merchantId)
        .where('id', '=', groupId)
        .executeTakeFirst()
    : undefined;
  if (!group) throw new Refusal('not_found');
  if (group.archived_at) throw new Refusal('conflict', { message: `The group ${group.name} is archived.` });
  return { id: groupId, name: group.name };
}

type Move = {
  brand: BrandAccess;
  target: Target;
  accounts: readonly string[];
  effectiveAt: Date;
  latest: ReadonlyMap<string, LatestMove>;
  by: string;
};

/** Earlier moves that would take effect after this one must not undo it: at the same time, the newest counts. */
async function overrideLater(ctx: Context, tx: Tx, { brand, target, accounts, effectiveAt, latest, by }: Move) {
  const later = accounts.flatMap((account) =>
    (latest.get(account)?.later ?? []).flatMap((at) => (at > effectiveAt ? [{ account, time: at.getTime() }] : [])),
  );
  for (const [time, some] of Map.groupBy(later, (each) => each.time))
    await recordMoves(
      ctx,
      tx,
      brand.merchantId,
      some.map(({ account }) => account),
      { groupId: target.id, effectiveAt: new Date(time), by },
    );
}

/** Moves those who move at the same time, and tells them. */
async function move(ctx: Context, tx: Tx, moving: Move): Promise<void> {
  const { brand, target, accounts, effectiveAt, by } = moving;
  const { merchantId, displayName } = brand;
  await recordMoves(ctx, tx, merchantId, accounts, { groupId: target.id, effectiveAt, by });
  await overrideLater(ctx, tx, moving);
  const told = { group: target.name, effective_at: effectiveAt.toISOString() };
  await notify(ctx, tx, { merchantId, creators: accounts }, { kind: 'group_moved', ...told });
  await mailCreators(ctx, tx, merchantId, accounts, (reader) =>
    creatorMovedMail(ctx, reader, displayName, { group: target.name, effectiveAt }),
  );
}

export async function moveCreatorsOf(ctx: Context, actor: Actor, merchant: string, wanted: Wanted): Promise<Moved> {
  const brand = await accessBrand(ctx, actor, merchant);
  const { merchantId } = brand;
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const now = ctx.clock.now();
    const target = await targetOf(tx, merchantId, wanted.group_id);
    const accounts = await chosenAccounts(tx, merchantId, wanted, now);
    const latest = await latestMoves(tx, merchantId, now);
    const moving = accounts.filter((account) => (latest.get(account)?.groupId ?? null) !== target.id);
    const times = await moveEffectiveAt(tx, merchantId, moving, target.id, now);
    const byTime = Map.groupBy(moving, (account) => (times.get(account) ?? now).getTime());
    for (const [time, some] of byTime)
      await move(ctx, tx, { brand, target, accounts: some, effectiveAt: new Date(time), latest, by: staffIdOf(actor) });
    if (moving.length > 0)
      await audit(ctx, tx, actor, {
        action: 'creator.moved',
        merchantId,
        subject: {
          kind: moving.length === 1 ? 'merchant_account' : 'merchant',
          id: moving.length === 1 ? (moving[0] ?? '') : merchantId,
        },
        details: { group_id: target.id, creators: moving.length },
      });
    return {
      moved: moving.length,
      unchanged: accounts.length - moving.length,
      effective: [...byTime].map(([time, some]) => ({
        effective_at: new Date(time).toISOString(),
        creators: some.length,
      })),
    };
  });
}
