import { type Insertable, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';

export async function insertGroup(tx: Tx, group: Insertable<Tables['creator_groups']>): Promise<void> {
  await tx.insertInto('creator_groups').values(group).execute();
}

/** A group that stays as it is until the end of the transaction. */
export function lockGroup(tx: Tx, merchantId: string, groupId: string) {
  return tx
    .selectFrom('creator_groups')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', groupId)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveGroup(
  tx: Tx,
  { merchantId, groupId }: { merchantId: string; groupId: string },
  fields: { name: string; welcome: string; archived_at: Date | null },
): Promise<void> {
  await tx
    .updateTable('creator_groups')
    .set(fields)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', groupId)
    .execute();
}

/** Creators who are going to be in the group: their move to it has not taken effect, and none is planned after it. */
export async function countOnTheWay(
  tx: Tx,
  { merchantId, groupId }: { merchantId: string; groupId: string },
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ creators: number }>`
    select count(distinct m.merchant_account_id)::integer as creators from group_moves m
    where m.merchant_id = ${merchantId}::uuid and m.group_id = ${groupId}::uuid and m.effective_at > ${now}
      and not exists (select from group_moves l where l.merchant_id = m.merchant_id
        and l.merchant_account_id = m.merchant_account_id and (l.effective_at, l.id) > (m.effective_at, m.id))
  `.execute(tx);
  return rows[0]?.creators ?? 0;
}

/** Whether terms in effect or announced have a rule for the group. */
export async function hasTerms(
  tx: Tx,
  { merchantId, groupId }: { merchantId: string; groupId: string },
  now: Date,
): Promise<boolean> {
  const found = await tx
    .selectFrom('terms_rules')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .where('group_id', '=', groupId)
    .where('version', '>=', (of) =>
      of
        .selectFrom('terms_versions')
        .select(sql<number>`coalesce(max(version), 0)`.as('version'))
        .where('merchant_id', '=', merchantId)
        .where('effective_at', '<=', now),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertDismissal(tx: Tx, dismissal: Insertable<Tables['dismissed_welcomes']>): Promise<void> {
  await tx
    .insertInto('dismissed_welcomes')
    .values(dismissal)
    .onConflict((same) => same.doNothing())
    .execute();
}
