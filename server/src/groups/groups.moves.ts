// In which group a creator is, and since when. An order earns by the group at its click.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

/** The group of an account at a moment; null: none. */
export async function groupAt(tx: Tx, merchantId: string, merchantAccountId: string, at: Date): Promise<string | null> {
  const move = await tx
    .selectFrom('group_moves')
    .select('group_id')
    .where('merchant_id', '=', merchantId)
    .where('merchant_account_id', '=', merchantAccountId)
    .where('effective_at', '<=', at)
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return move?.group_id ?? null;
}

/** The groups of all accounts of a brand at a moment, by account; those in none are missing. */
export async function groupsAt(tx: Tx, merchantId: string, at: Date): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('group_moves')
    .distinctOn('merchant_account_id')
    .select(['merchant_account_id', 'group_id'])
    .where('merchant_id', '=', merchantId)
    .where('effective_at', '<=', at)
    .orderBy('merchant_account_id')
    .orderBy('effective_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.flatMap((row) => (row.group_id === null ? [] : [[row.merchant_account_id, row.group_id]])));
}

/** Moves accounts to a group, or out of all groups, from a moment on. `by` is the user who does it, if any. */
export async function recordMoves(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  merchantAccountIds: readonly string[],
  to: { groupId: string | null; effectiveAt: Date; by: string | null },
): Promise<void> {
  if (merchantAccountIds.length === 0) return;
  const now = ctx.clock.now();
  await tx
    .insertInto('group_moves')
    .columns([
      'merchant_id',
      'merchant_account_id',
      'creator_id',
      'id',
      'group_id',
      'effective_at',
      'created_at',
      'created_by',
    ])
    .expression((from) =>
      from
        .selectFrom('merchant_accounts')
        .innerJoin(
          sql<{
            account: string;
            move: string;
          }>`unnest(${[...merchantAccountIds]}::uuid[], ${merchantAccountIds.map(() => newId(now))}::uuid[])`.as<'moved'>(
            sql`moved (account, move)`,
          ),
          'moved.account',
          'merchant_accounts.id',
        )
        .select([
          'merchant_accounts.merchant_id',
          'merchant_accounts.id',
          'merchant_accounts.creator_id',
          'moved.move',
          sql<string | null>`${to.groupId}::uuid`.as('group_id'),
          sql<Date>`${to.effectiveAt}::timestamptz`.as('effective_at'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<string | null>`${to.by}::uuid`.as('created_by'),
        ])
        .where('merchant_accounts.merchant_id', '=', merchantId),
    )
    .execute();
}

export type LatestMove = { groupId: string | null; later: Date[] };

/**
 * Where the accounts of a brand are once all their moves have taken effect, and when those of the future do. Those without
 * any move are missing.
 */
export async function latestMoves(tx: Tx, merchantId: string, now: Date): Promise<Map<string, LatestMove>> {
  const { rows } = await sql<{ account: string; group_id: string | null; later: Date[] }>`
    select distinct on (m.merchant_account_id) m.merchant_account_id as account, m.group_id, array(
      select distinct l.effective_at from group_moves l where l.merchant_id = m.merchant_id
        and l.merchant_account_id = m.merchant_account_id and l.effective_at > ${now}) as later
    from group_moves m where m.merchant_id = ${merchantId}
    order by m.merchant_account_id, m.effective_at desc, m.id desc`.execute(tx);
  return new Map(rows.map(({ account, group_id: groupId, later }) => [account, { groupId, later }]));
}
