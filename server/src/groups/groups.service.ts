// Groups of a brand's creators. A group is never deleted, because moves and terms name it; it is archived once nobody is
// in it. Names are unique among those that are not archived.
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { changeGroup, CreatorGroup, createGroup, GroupWelcome } from '@vitrine/contract/groups.ts';
import type { Context } from '../context.ts';
import { accessMerchantAccount } from '../creators/creators.access.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { groupAt } from './groups.moves.ts';
import { countOnTheWay, hasTerms, insertDismissal, insertGroup, lockGroup, saveGroup } from './groups.queries.ts';
import { groupsOf, welcomesOf } from './groups.views.ts';

const mostGroups = 200;

export async function listGroupsOf(ctx: Context, actor: Actor, merchant: string): Promise<CreatorGroup[]> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => groupsOf(tx, merchantId, ctx.clock.now()));
}

/** If two give the same name at once, the database accepts one. */
function refuseTakenName(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'creator_groups_name_idx')
      throw invalid('name', `must not be the name of another group; “${name}” is one already`);
    throw error;
  };
}

async function readGroup(ctx: Context, tx: Tx, merchantId: string, groupId: string): Promise<CreatorGroup> {
  const [group] = await groupsOf(tx, merchantId, ctx.clock.now(), groupId);
  if (!group) throw new Refusal('not_found');
  return group;
}

export async function createGroupFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { name, welcome }: BodyOf<typeof createGroup>,
): Promise<CreatorGroup> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const now = ctx.clock.now();
  const id = newId(now);
  return ctx.database
    .as({ role: 'app', merchantId }, async (tx) => {
      await requireOpenBrand(tx, merchantId);
      const { groups } = await tx
        .selectFrom('creator_groups')
        .select(({ fn }) => fn.countAll<bigint>().as('groups'))
        .where('merchant_id', '=', merchantId)
        .executeTakeFirstOrThrow();
      if (groups >= mostGroups)
        throw new Refusal('conflict', {
          message: `A brand can have at most ${mostGroups} groups. Rename one you don’t use.`,
        });
      await insertGroup(tx, { merchant_id: merchantId, id, name, welcome, created_at: now, archived_at: null });
      await audit(ctx, tx, actor, {
        action: 'group.created',
        merchantId,
        subject: { kind: 'group', id },
        details: { display_name: name },
      });
      return readGroup(ctx, tx, merchantId, id);
    })
    .catch(refuseTakenName(name));
}

/** Says who is in the group, so that staff know whom to move first. */
async function requireEmpty(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  { id, name, creators }: CreatorGroup,
): Promise<void> {
  const people = (count: number) => (count === 1 ? '1 creator' : `${count} creators`);
  if (creators > 0)
    throw new Refusal('conflict', {
      message: `“${name}” has ${people(creators)}. Move them to another group first, then archive it.`,
    });
  const onTheWay = await countOnTheWay(tx, { merchantId, groupId: id }, ctx.clock.now());
  if (onTheWay > 0)
    throw new Refusal('conflict', {
      message: `${people(onTheWay)} will move to “${name}”. Move them elsewhere first, then archive it.`,
    });
  if (await hasTerms(tx, { merchantId, groupId: id }, ctx.clock.now()))
    throw new Refusal('conflict', {
      message: `Your terms have a rule for “${name}”. Publish terms without it first, then archive the group.`,
    });
}

export async function changeGroupOf(
  ctx: Context,
  actor: Actor,
  { merchant, group_id: groupId }: { merchant: string; group_id: string },
  wanted: BodyOf<typeof changeGroup>,
): Promise<CreatorGroup> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(groupId)) throw new Refusal('not_found');
  return ctx.database
    .as({ role: 'app', merchantId }, async (tx) => {
      const before = await lockGroup(tx, merchantId, groupId);
      if (!before) throw new Refusal('not_found');
      const isArchived = wanted.archived ?? before.archived_at !== null;
      if (isArchived && before.archived_at === null)
        await requireEmpty(ctx, tx, merchantId, await readGroup(ctx, tx, merchantId, groupId));
      const after = {
        name: wanted.name ?? before.name,
        welcome: wanted.welcome ?? before.welcome,
        archived_at: isArchived ? (before.archived_at ?? ctx.clock.now()) : null,
      };
      await saveGroup(tx, { merchantId, groupId }, after);
      await audit(ctx, tx, actor, {
        action: 'group.changed',
        merchantId,
        subject: { kind: 'group', id: groupId },
        details: { display_name_before: before.name, display_name: after.name, archived: isArchived },
      });
      return readGroup(ctx, tx, merchantId, groupId);
    })
    .catch(refuseTakenName(wanted.name ?? ''));
}

export async function listWelcomesOf(ctx: Context, actor: Actor): Promise<GroupWelcome[]> {
  if (actor.kind !== 'person') throw new Refusal('unauthenticated');
  const { userId } = actor;
  return ctx.database.as({ role: 'app', creatorId: userId }, (tx) => welcomesOf(tx, userId, ctx.clock.now()));
}

export async function dismissWelcomeAs(ctx: Context, actor: Actor, account: string): Promise<{ dismissed: true }> {
  const { merchantId, merchantAccountId, creatorId } = await accessMerchantAccount(ctx, actor, account);
  const now = ctx.clock.now();
  await ctx.database.as({ role: 'app', merchantId, creatorId }, async (tx) => {
    const groupId = await groupAt(tx, merchantId, merchantAccountId, now);
    if (groupId === null) return;
    await insertDismissal(tx, {
      merchant_id: merchantId,
      group_id: groupId,
      creator_id: creatorId,
      dismissed_at: now,
    });
  });
  return { dismissed: true };
}
