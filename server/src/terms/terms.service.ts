// Terms are the commission rules of a brand, in versions that are kept forever. The version that applied at the click
// decides what an order earns.
//  - A version that is at least as good for every target as all versions in effect or announced takes effect at once.
//  - Any other is a cut: it takes effect after the brand's notice period, for later clicks.
//  - Of the versions in effect, the newest applies.
import type { CallOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import { amountsOf } from '@vitrine/contract/values/rate-arithmetic.ts';
import { commissionRate } from '@vitrine/contract/values/rates.ts';
import type { Context } from '../context.ts';
import { noticeDaysAt } from '../merchants/settings.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalid } from '../platform/refusal.ts';
import { isNoCut, repeatedTarget } from './notice.ts';
import { readRate } from './rate.columns.ts';
import type { TermsRule } from './rules.ts';
import {
  findAccountsByHandle,
  findVersionAt,
  insertVersion,
  listRules,
  listRulesAt,
  listRulesWithHandles,
  listVersions,
  lockTermsOf,
} from './terms.queries.ts';

type TermsInput = NonNullable<CallOf<typeof publishTerms>['body']>;
type Terms = DataOf<typeof publishTerms>;

const dayMs = 86_400_000;

/** The version that applied at a moment with its rules, if any. */
export async function termsAt(
  tx: Tx,
  merchantId: string,
  at: Date,
): Promise<{ version: number; effectiveAt: Date; rules: TermsRule[] } | undefined> {
  const [held, ...rest] = await listRulesAt(tx, merchantId, at);
  return (
    held && {
      version: held.version,
      effectiveAt: held.effective_at,
      rules: [held, ...rest].flatMap(({ rule }) => (rule ? [rule] : [])),
    }
  );
}

/** The rules of a version that a decision was made by. */
export function rulesOfVersion(tx: Tx, merchantId: string, version: number): Promise<TermsRule[]> {
  return listRules(tx, merchantId, version);
}

function ruleOf(
  { creator, sku, category, ...given }: TermsInput['rules'][number],
  position: number,
  accounts: Map<string, string>,
  currency: string,
): TermsRule {
  const merchantAccountId = creator ? accounts.get(creator.toLowerCase()) : null;
  if (merchantAccountId === undefined)
    throw invalid(`rules.${position}.creator`, 'must be the handle of one of your creators');
  if (sku && category) throw invalid(`rules.${position}.category`, 'must not be set together with sku');
  const rate = commissionRate.parse(given);
  for (const [field, amount] of Object.entries(amountsOf(rate)))
    if (amount.currency !== currency)
      throw invalid(`rules.${position}.${field}.currency`, `must be ${currency}, the brand’s currency`);
  return { position, merchantAccountId, sku: sku || null, category: category || null, rate };
}

async function rulesOf(tx: Tx, merchantId: string, currency: string, input: TermsInput): Promise<TermsRule[]> {
  const handles = input.rules.flatMap((rule) => (rule.creator ? [rule.creator.toLowerCase()] : []));
  const accounts = await findAccountsByHandle(tx, merchantId, handles);
  const rules = input.rules.map((rule, position) => ruleOf(rule, position, accounts, currency));
  const repeated = repeatedTarget(rules);
  if (repeated) throw invalid(`rules.${repeated[0]}`, `must not have the same target as rule ${repeated[1]}`);
  return rules;
}

/** When a new version takes effect: now, unless one that is in effect or announced is better for someone. */
async function effectiveFrom(
  tx: Tx,
  merchantId: string,
  rules: readonly TermsRule[],
  now: Date,
  noticeDays: number,
): Promise<Date> {
  const held = await findVersionAt(tx, merchantId, now);
  const versions = await listVersions(tx, merchantId);
  const current = versions.filter((version) => version.version >= (held?.version ?? 0));
  for (const { version } of current) {
    if (!isNoCut(await listRules(tx, merchantId, version), rules)) return new Date(now.getTime() + noticeDays * dayMs);
  }
  return now;
}

/** Adds a version and returns it. `by` is the user who published it, if any. */
export async function addTerms(
  ctx: Context,
  merchantId: string,
  input: TermsInput,
  by: Actor = anonymous,
): Promise<Terms> {
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const merchant = await lockTermsOf(tx, merchantId);
    const rules = await rulesOf(tx, merchantId, merchant.currency, input);
    const [newest] = await listVersions(tx, merchantId);
    const version = (newest?.version ?? 0) + 1;
    const noticeDays = await noticeDaysAt(tx, merchantId, merchant.notice_days, now);
    const effectiveAt = await effectiveFrom(tx, merchantId, rules, now, noticeDays);
    const createdBy = by.kind === 'person' ? by.userId : null;
    await insertVersion(
      tx,
      {
        merchant_id: merchantId,
        version,
        note: input.note ?? '',
        created_by: createdBy,
        created_at: now,
        effective_at: effectiveAt,
      },
      rules,
    );
    await audit(ctx, tx, by, {
      action: 'terms.published',
      merchantId,
      subject: { kind: 'terms', id: String(version) },
      details: { effective_at: effectiveAt.toISOString(), rules: rules.length },
    });
    return present(tx, merchantId, version);
  });
}

export async function publishTermsFor(ctx: Context, actor: Actor, merchant: string, input: TermsInput): Promise<Terms> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return addTerms(ctx, merchantId, input, actor);
}

async function present(tx: Tx, merchantId: string, version: number): Promise<Terms> {
  const found = (await presentAll(tx, merchantId)).find((entry) => entry.version === version);
  if (!found) throw new Error('the version that was just stored is missing');
  return found;
}

async function presentAll(tx: Tx, merchantId: string): Promise<Terms[]> {
  const versions = await listVersions(tx, merchantId);
  const rules = Map.groupBy(await listRulesWithHandles(tx, merchantId), (rule) => rule.version);
  return versions.map((row) => ({
    version: row.version,
    note: row.note,
    created_at: row.created_at.toISOString(),
    effective_at: row.effective_at.toISOString(),
    rules: (rules.get(row.version) ?? []).map((rule) => ({
      position: rule.position,
      creator: rule.merchant_account_id === null ? null : (rule.user_handle ?? 'former_creator'),
      sku: rule.sku,
      category: rule.category,
      ...readRate(rule),
    })),
  }));
}

export async function listTermsOf(ctx: Context, actor: Actor, merchant: string): Promise<DataOf<typeof listTerms>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => presentAll(tx, merchantId));
}
