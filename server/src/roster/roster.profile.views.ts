import type { Tx } from '../platform/database/database.ts';

const mostShown = 100;
const postsShown = 6;
const termsShown = 20;

/** When versions of the terms that are announced take effect. */
export async function announcedTerms(tx: Tx, merchantId: string, now: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('terms_versions')
    .select('effective_at')
    .where('merchant_id', '=', merchantId)
    .where('effective_at', '>', now)
    .orderBy('effective_at')
    .execute();
  return rows.map((row) => row.effective_at);
}

/** The versions of the terms that were published since somebody joined. */
export function publishedTerms(tx: Tx, merchantId: string, since: Date) {
  return tx
    .selectFrom('terms_versions')
    .select(['version', 'created_at', 'created_by', 'effective_at'])
    .where('merchant_id', '=', merchantId)
    .where('created_at', '>=', since)
    .orderBy('version', 'desc')
    .limit(termsShown)
    .execute();
}

/** The moves of a creator, the one that takes effect last first. */
export function movesOf(tx: Tx, merchantAccountId: string) {
  return tx
    .selectFrom('group_moves as m')
    .leftJoin('creator_groups as g', (join) =>
      join.onRef('g.merchant_id', '=', 'm.merchant_id').onRef('g.id', '=', 'm.group_id'),
    )
    .select(['m.group_id', 'g.name', 'm.effective_at', 'm.created_at', 'm.created_by'])
    .where('m.merchant_account_id', '=', merchantAccountId)
    .orderBy('m.effective_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(mostShown)
    .execute();
}

export function periodsOf(tx: Tx, merchantAccountId: string) {
  return tx
    .selectFrom('account_periods')
    .select(['kind', 'reason', 'created_at', 'started_at', 'started_by', 'ended_at', 'closed_at', 'ended_by'])
    .where('merchant_account_id', '=', merchantAccountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
}

export function notesOf(tx: Tx, merchantAccountId: string) {
  return tx
    .selectFrom('creator_notes')
    .select(['id', 'body', 'written_at', 'written_by'])
    .where('merchant_account_id', '=', merchantAccountId)
    .orderBy('written_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute();
}

export async function namesOfStaff(tx: Tx, merchantId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('merchant_staff')
    .innerJoin('users', 'users.id', 'merchant_staff.user_id')
    .select(['users.id', 'users.display_name'])
    .where('merchant_staff.merchant_id', '=', merchantId)
    .execute();
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

export async function postsOf(tx: Tx, merchantAccountId: string) {
  const rows = await tx
    .selectFrom('posts')
    .select(['id', 'title', 'created_at'])
    .where('merchant_account_id', '=', merchantAccountId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(postsShown)
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

export async function codesOf(tx: Tx, merchantAccountId: string) {
  const rows = await tx
    .selectFrom('discount_codes')
    .select(['code', 'created_at', 'ended_at'])
    .where('merchant_account_id', '=', merchantAccountId)
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .limit(mostShown)
    .execute();
  return rows.map((row) => ({
    code: row.code,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
}
