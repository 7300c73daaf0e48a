// A tag for many creators at once. Uses the system role to find creators by name; `accessBrand` has checked that the caller
// may act for the brand.
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import { mostTags, type tagCreators } from '@vitrine/contract/roster.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { staffIdOf } from './roster.access.ts';
import { chosenAccounts } from './roster.chosen.ts';

type Tagging = { merchantId: string; accounts: readonly string[]; tag: string };

/** Adds the tag to those who have room for it; returns how many got it. */
async function addTag(
  tx: Tx,
  { merchantId, accounts, tag }: Tagging,
  by: { staffId: string; at: Date },
): Promise<number> {
  const { rows } = await sql`
    insert into creator_tags (merchant_id, merchant_account_id, creator_id, tag, added_at, added_by)
    select a.merchant_id, a.id, a.creator_id, ${tag}, ${by.at}::timestamptz, ${by.staffId}::uuid
    from merchant_accounts a
    where a.merchant_id = ${merchantId} and a.id = any(${accounts}::uuid[])
      and (select count(*) from creator_tags t where t.merchant_account_id = a.id) < ${mostTags}
    on conflict do nothing
    returning merchant_account_id`.execute(tx);
  return rows.length;
}

async function removeTag(tx: Tx, { merchantId, accounts, tag }: Tagging): Promise<number> {
  const { rows } = await sql`
    delete from creator_tags where merchant_id = ${merchantId} and tag = ${tag}
      and merchant_account_id = any(${accounts}::uuid[])
    returning merchant_account_id`.execute(tx);
  return rows.length;
}

/** How many of these have the tag. */
async function countTagged(tx: Tx, { merchantId, accounts, tag }: Tagging): Promise<number> {
  const { rows } = await sql<{ tagged: number }>`
    select count(*)::integer as tagged from creator_tags
    where merchant_id = ${merchantId} and tag = ${tag} and merchant_account_id = any(${accounts}::uuid[])`.execute(tx);
  return rows[0]?.tagged ?? 0;
}

export async function tagCreatorsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { tag, change, ...whom }: BodyOf<typeof tagCreators>,
): Promise<DataOf<typeof tagCreators>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const at = ctx.clock.now();
    const accounts = await chosenAccounts(tx, merchantId, whom, at);
    // Locked like a single creator who is tagged, so that no one gets more tags than fit.
    await sql`select from merchant_accounts where merchant_id = ${merchantId} and id = any(${accounts}::uuid[])
      order by id for no key update`.execute(tx);
    const tagging = { merchantId, accounts, tag };
    const before = await countTagged(tx, tagging);
    const isAdding = change === 'add';
    const changed = isAdding
      ? await addTag(tx, tagging, { staffId: staffIdOf(actor), at })
      : await removeTag(tx, tagging);
    if (changed > 0)
      await audit(ctx, tx, actor, {
        action: isAdding ? 'creator.tagged' : 'creator.untagged',
        merchantId,
        subject: { kind: 'merchant', id: merchantId },
        details: { tag, creators: changed },
      });
    const unchanged = isAdding ? before : accounts.length - changed;
    return { changed, unchanged, full: accounts.length - changed - unchanged };
  });
}
