import type { Insertable } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/tables.ts';
import { columnsOf, readRate } from './rate.columns.ts';
import type { TermsRule } from './rules.ts';

/** Locks the brand, so that two publications get two numbers. Returns the settings needed for publishing. */
export function lockTermsOf(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('merchants')
    .select(['notice_days', 'currency'])
    .where('id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export function listVersions(tx: Tx, merchantId: string) {
  return tx
    .selectFrom('terms_versions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('version', 'desc')
    .execute();
}

/** The version that applied at a moment: the newest one in effect. */
export function findVersionAt(tx: Tx, merchantId: string, at: Date) {
  return tx
    .selectFrom('terms_versions')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('effective_at', '<=', at)
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
    sku: row.sku,
    category: row.category,
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

/** All rules of a brand, with the handles of the creators in them. */
export function listRulesWithHandles(tx: Tx, merchantId: string) {
  return rulesWithCurrency(tx, merchantId)
    .leftJoin('merchant_accounts', 'merchant_accounts.id', 'terms_rules.merchant_account_id')
    .leftJoin('users', 'users.id', 'merchant_accounts.creator_id')
    .select('users.user_handle')
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
        sku: rule.sku,
        category: rule.category,
        ...columnsOf(rule.rate),
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
