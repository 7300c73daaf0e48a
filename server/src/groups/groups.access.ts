import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';

/** A group as others name it. */
export type NamedGroup = { id: string; name: string; welcome: string };

/**
 * A group of the brand that creators can join: it isn't archived, and can't be until the end of the transaction. Any
 * other looks missing.
 */
export async function findOpenGroup(tx: Tx, merchantId: string, groupId: string): Promise<NamedGroup | undefined> {
  if (!isId(groupId)) return undefined;
  return tx
    .selectFrom('creator_groups')
    .select(['id', 'name', 'welcome'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', groupId)
    .where('archived_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** The groups of a brand that creators can join, by name. */
export function openGroups(tx: Tx, merchantId: string): Promise<NamedGroup[]> {
  return tx
    .selectFrom('creator_groups')
    .select(['id', 'name', 'welcome'])
    .where('merchant_id', '=', merchantId)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .execute();
}
