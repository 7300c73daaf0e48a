import type { CreatorGroup, GroupWelcome } from '@vitrine/contract/groups.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

type Row = { id: string; name: string; welcome: string; creators: number; created_at: Date; archived_at: Date | null };

/** All groups of a brand, or one, with how many creators are in each now. Accounts that have ended don't count. */
export async function groupsOf(tx: Tx, merchantId: string, now: Date, groupId?: string): Promise<CreatorGroup[]> {
  const { rows } = await sql<Row>`
    with counted as (
      select c.group_id, count(*)::integer as creators from (
        select distinct on (merchant_account_id) merchant_account_id, group_id from group_moves
        where merchant_id = ${merchantId}::uuid and effective_at <= ${now}
        order by merchant_account_id, effective_at desc, id desc) c
      join merchant_accounts a on a.merchant_id = ${merchantId}::uuid and a.id = c.merchant_account_id
      where c.group_id is not null and a.status <> 'ended' group by c.group_id)
    select g.id, g.name, g.welcome, coalesce(counted.creators, 0) as creators, g.created_at, g.archived_at
    from creator_groups g left join counted on counted.group_id = g.id
    where g.merchant_id = ${merchantId}::uuid and (${groupId ?? null}::uuid is null or g.id = ${groupId ?? null}::uuid)
    order by g.archived_at is not null, lower(g.name), g.id`.execute(tx);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    archived_at: row.archived_at?.toISOString() ?? null,
  }));
}

/** The welcome texts that a creator has not put away, in the creator's own scope. */
export async function welcomesOf(tx: Tx, creatorId: string, now: Date): Promise<GroupWelcome[]> {
  const { rows } = await sql<GroupWelcome>`
    select c.merchant_account_id, b.slug, b.display_name as brand, g.name as "group", g.welcome from (
      select distinct on (merchant_account_id) merchant_id, merchant_account_id, group_id from group_moves
      where creator_id = ${creatorId}::uuid and effective_at <= ${now}
      order by merchant_account_id, effective_at desc, id desc) c
    join creator_groups g on g.merchant_id = c.merchant_id and g.id = c.group_id
    join merchant_accounts a on a.merchant_id = c.merchant_id and a.id = c.merchant_account_id
    join merchants b on b.id = c.merchant_id
    where g.welcome <> '' and a.status <> 'ended' and not exists (select from dismissed_welcomes d
      where d.merchant_id = c.merchant_id and d.group_id = c.group_id and d.creator_id = ${creatorId}::uuid)
    order by b.display_name`.execute(tx);
  return rows;
}
