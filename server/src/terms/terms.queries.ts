import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { columnsOf, readLimits, readRate } from './rate.columns.ts';
import type { TermsRule } from './rules.ts';
import type { Version } from './schedule.ts';

function termsSettings(tx: Tx, merchantId: string) {
  return tx.selectFrom('merchants').select(['notice_days', 'currency', 'time_zone']).where('id', '=', merchantId);
}

/** The settings needed for publishing. */
export function termsOf(tx: Tx, merchantId: string) {
  return termsSettings(tx, merchantId).executeTakeFirstOrThrow();
}

/** The same, and locks the brand, so that two publications get two numbers. */
export function lockTermsOf(tx: Tx, merchantId: string) {
  return termsSettings(tx, merchantId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export function listVersions(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('terms_versions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('version', 'desc')
    .execute();
}

/** The version that applied at a moment: the newest one in effect, of those older than `before`, if given. */
function findVersionAt(tx: Tx, merchantId: string, at: Date, before?: number) {
  return tx
    .selectFrom('terms_versions')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .where('effective_at', '<=', at)
    .$if(before !== undefined, (older) => older.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The version that applied at a moment, as a row for each of its rules; one row without a rule if it has none. */
export async function listRulesAt(
  tx: Tx,
  merchantId: string,
  at: Date,
): Promise<{ version: number; effective_at: Date; rule: TermsRule | undefined }[]> {
  const rows = await tx
    .selectFrom(
      tx
        .selectFrom('terms_versions')
        .select(['version', 'effective_at'])
        .where('merchant_id', '=', merchantId)
        .where('effective_at', '<=', at)
        .orderBy('version', 'desc')
        .limit(1)
        .as('held'),
    )
    .leftJoin(rulesWithCurrency(tx, merchantId).as('rule'), 'rule.version', 'held.version')
    .selectAll('rule')
    .select(['held.version', 'held.effective_at'])
    .orderBy('rule.position')
    .execute();
  return rows.map((row) => ({
    version: row.version,
    effective_at: row.effective_at,
    rule: isRule(row) ? ruleOf(row) : undefined,
  }));
}

/** Rules with the currency of their amounts, which is their brand's. */
function rulesWithCurrency(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('terms_rules')
    .innerJoin('merchants', 'merchants.id', 'terms_rules.merchant_id')
    .selectAll('terms_rules')
    .select('merchants.currency')
    .where('terms_rules.merchant_id', '=', merchantId);
}

type RuleRow = Awaited<ReturnType<ReturnType<typeof rulesWithCurrency>['execute']>>[number];

function isRule(row: { [Column in keyof RuleRow]: RuleRow[Column] | null }): row is RuleRow {
  return row.position !== null;
}

function ruleOf(row: RuleRow): TermsRule {
  return {
    position: row.position,
    merchantAccountId: row.merchant_account_id,
    groupId: row.group_id,
    sku: row.sku,
    category: row.category,
    ...readLimits(row),
    rate: readRate(row),
  };
}

export async function listRules(tx: Tx, merchantId: string, version: number): Promise<TermsRule[]> {
  const rows = await rulesWithCurrency(tx, merchantId)
    .where('terms_rules.version', '=', version)
    .orderBy('terms_rules.position')
    .execute();
  return rows.map(ruleOf);
}

/**
 * The version in effect at a time and all newer ones, in effect or not, with their rules. With `newest`: the one in
 * effect without that version, and those up to it.
 */
export async function listVersionsFrom(
  tx: Tx,
  merchantId: string,
  at: Date,
  newest?: number,
): Promise<(Version & { note: string; createdAt: Date })[]> {
  const held = await findVersionAt(tx, merchantId, at, newest);
  const versions = await tx
    .selectFrom('terms_versions')
    .select(['version', 'effective_at', 'created_at', 'note'])
    .where('merchant_id', '=', merchantId)
    .where('version', '>=', held?.version ?? 0)
    .$if(newest !== undefined, (some) => some.where('version', '<=', newest ?? 0))
    .orderBy('version')
    .execute();
  const rows = await rulesWithCurrency(tx, merchantId)
    .where('terms_rules.version', '>=', held?.version ?? 0)
    .orderBy('terms_rules.position')
    .execute();
  const rules = Map.groupBy(rows, ({ version }) => version);
  return versions.map(({ version, effective_at: effectiveAt, created_at: createdAt, note }) => ({
    version,
    effectiveAt,
    createdAt,
    note,
    rules: (rules.get(version) ?? []).map(ruleOf),
  }));
}

/** All rules of a brand, with the handles of the creators in them. */
export function listRulesWithHandles(tx: Tx, merchantId: string) {
  return rulesWithCurrency(tx, merchantId)
    .leftJoin('merchant_accounts', 'merchant_accounts.id', 'terms_rules.merchant_account_id')
    .leftJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .leftJoin('creator_groups', (join) =>
      join
        .onRef('creator_groups.merchant_id', '=', 'terms_rules.merchant_id')
        .onRef('creator_groups.id', '=', 'terms_rules.group_id'),
    )
    .select(['users.user_handle', 'creator_groups.name as group_name'])
    .orderBy('terms_rules.version')
    .orderBy('terms_rules.position')
    .execute();
}

export async function insertVersion(
  tx: Tx,
  version: Insertable<Tables['terms_versions']>,
  rules: readonly TermsRule[],
): Promise<void> {
  await tx.insertInto('terms_versions').values(version).execute();
  await tx
    .insertInto('terms_rules')
    .values(
      rules.map((rule) => ({
        merchant_id: version.merchant_id,
        version: version.version,
        position: rule.position,
        merchant_account_id: rule.merchantAccountId,
        group_id: rule.groupId,
        sku: rule.sku,
        category: rule.category,
        ...columnsOf(rule),
      })),
    )
    .execute();
}

/** The accounts of handles, in lowercase. */
export async function findAccountsByHandle(
  tx: Tx,
  merchantId: string,
  handles: readonly string[],
): Promise<Map<string, string>> {
  if (handles.length === 0) return new Map();
  const rows = await tx
    .selectFrom('merchant_accounts')
    .innerJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select(['merchant_accounts.id', 'users.user_handle'])
    .where('merchant_accounts.merchant_id', '=', merchantId)
    .where('users.user_handle', 'in', handles)
    .execute();
  return new Map(rows.map((row) => [row.user_handle ?? '', row.id]));
}

/** Which of these are groups of the brand that were not archived. */
export async function findGroups(tx: Tx, merchantId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('creator_groups')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('archived_at', 'is', null)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Notes that the creators who earn less by a version are still to be told. */
export async function noteCut(
  tx: Tx,
  merchantId: string,
  { id, version, at }: { id: string; version: number; at: Date },
): Promise<void> {
  await tx.insertInto('rate_notices').values({ merchant_id: merchantId, id, version, noted_at: at }).execute();
}
