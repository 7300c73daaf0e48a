// Terms are the commission rules of a brand, in versions that are kept forever. The version that applied at the click
// decides what an order earns.
//  - A version that pays nobody less, at any time of the notice period, than the versions so far promise for that time
//    takes effect at once.
//  - Any other takes effect after the brand's notice period, for later clicks. Whoever earns less by it is told.
//  - Of the versions in effect, the newest applies. Of its rules, the most specific whose dates include the click.
import type { CallOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import { amountsOf } from '@vitrine/contract/values/rate-arithmetic.ts';
import { commissionRate, type Rate } from '@vitrine/contract/values/rates.ts';
import type { Context } from '../context.ts';
import { noticeDaysAt } from '../merchants/settings.ts';
import { requireOpenBrand } from '../merchants/brand.pauses.ts';
import { accessBrand } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalid } from '../platform/refusal.ts';
import { midnightOf, todayIn } from '../platform/days.ts';
import { isId, newId } from '../platform/ids.ts';
import { type TermsAudience, isNoCut, repeatedTarget } from './notice.ts';
import { readLimits, readRate, withoutEmpty } from './rate.columns.ts';
import { rulesInEffect, type TermsRule } from './rules.ts';
import { groupIn, scheduleOf, timesFrom, type Version } from './schedule.ts';
import { listMoves, titlesBySku } from './schedule.queries.ts';
import {
  findAccountsByHandle,
  findGroups,
  insertVersion,
  listRules,
  listRulesAt,
  listRulesWithHandles,
  listVersions,
  listVersionsFrom,
  lockTermsOf,
  noteCut,
  termsOf,
} from './terms.queries.ts';

export type TermsInput = NonNullable<CallOf<typeof publishTerms>['body']>;
type Terms = DataOf<typeof publishTerms>;

const dayMs = 86_400_000;

/** The version that applied at a moment, with the rules that were in effect then. */
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
      rules: rulesInEffect(
        [held, ...rest].flatMap(({ rule }) => (rule ? [rule] : [])),
        at,
      ),
    }
  );
}

/** The rules of a version that a decision was made by: those in effect at the time by which it was made. */
export async function rulesOfVersion(tx: Tx, merchantId: string, version: number, at: Date): Promise<TermsRule[]> {
  return rulesInEffect(await listRules(tx, merchantId, version), at);
}

type Named = { accounts: Map<string, string>; groups: Set<string>; currency: string; timeZone: string };

function midnight(day: string, timeZone: string, field: string, addDays: number): Date {
  try {
    return midnightOf(Temporal.PlainDate.from(day).add({ days: addDays }), timeZone);
  } catch {
    throw invalid(field, 'must be a date, like 2026-11-20');
  }
}

function datesOf(
  { starts_on: first, ends_on: last }: TermsInput['rules'][number],
  position: number,
  timeZone: string,
): Pick<TermsRule, 'startsAt' | 'endsAt'> {
  if (first && last && last < first)
    throw invalid(`rules.${position}.ends_on`, `must not be before starts_on, which is ${first}; got ${last}`);
  return {
    startsAt: first ? midnight(first, timeZone, `rules.${position}.starts_on`, 0) : null,
    endsAt: last ? midnight(last, timeZone, `rules.${position}.ends_on`, 1) : null,
  };
}

function checkCaps(rate: Rate, field: string): void {
  for (const cap of ['max_per_order', 'max_per_month'] as const)
    if (rate[cap]?.amount === '0')
      throw invalid(`${field}.${cap}.amount`, 'must be above 0; leave the maximum out if there is none');
}

/** Thresholds and rates must rise, so that who sells more never earns less. */
function checkTiers({ rate, tiers }: Extract<Rate, { tiers: unknown }>, field: string): void {
  if (rate === 0)
    throw invalid(`${field}.rate`, 'must be above 0: orders that earn nothing do not count towards the tiers');
  let [from, best] = [0n, rate];
  for (const [index, tier] of tiers.entries()) {
    const isMoney = typeof tier.from === 'object';
    const next = BigInt(typeof tier.from === 'object' ? tier.from.amount : tier.from);
    const before = index === 0 ? '' : ', where the tier before it starts';
    if (next <= from)
      throw invalid(
        `${field}.tiers.${index}.from${isMoney ? '.amount' : ''}`,
        `must be above ${from}${before}; got ${next}`,
      );
    if (tier.rate <= best)
      throw invalid(
        `${field}.tiers.${index}.rate`,
        `must be above ${best}, the rate ${index === 0 ? 'before the first tier' : 'of the tier before it'}; got ${tier.rate}`,
      );
    [from, best] = [next, tier.rate];
  }
}

function ruleOf(input: TermsInput['rules'][number], position: number, named: Named): TermsRule {
  const { creator, group, sku, category, starts_on: _first, ends_on: _last, ...given } = input;
  const merchantAccountId = creator ? named.accounts.get(creator.toLowerCase()) : null;
  if (merchantAccountId === undefined)
    throw invalid(`rules.${position}.creator`, `must be the handle of one of your creators; ${creator} is none`);
  if (group && creator) throw invalid(`rules.${position}.group`, 'must not be set together with creator');
  if (group && !named.groups.has(group))
    throw invalid(`rules.${position}.group`, 'must be the id of one of your groups');
  if (sku && category) throw invalid(`rules.${position}.category`, 'must not be set together with sku');
  const rate = withoutEmpty(commissionRate.parse(given));
  for (const [field, amount] of Object.entries(amountsOf(rate)))
    if (amount.currency !== named.currency)
      throw invalid(
        `rules.${position}.${field}.currency`,
        `must be ${named.currency}, the brand’s currency; got ${amount.currency}`,
      );
  checkCaps(rate, `rules.${position}`);
  if ('tiers' in rate) checkTiers(rate, `rules.${position}`);
  return {
    position,
    merchantAccountId,
    groupId: group || null,
    sku: sku || null,
    category: category || null,
    ...datesOf(input, position, named.timeZone),
    rate,
  };
}

/** The rules of a request, checked. */
export async function rulesOf(
  tx: Tx,
  merchantId: string,
  { currency, time_zone: timeZone }: { currency: string; time_zone: string },
  input: TermsInput,
): Promise<TermsRule[]> {
  const handles = input.rules.flatMap((rule) => (rule.creator ? [rule.creator.toLowerCase()] : []));
  const accounts = await findAccountsByHandle(tx, merchantId, handles);
  const groups = await findGroups(
    tx,
    merchantId,
    input.rules.flatMap(({ group }) => (group && isId(group) ? [group] : [])),
  );
  const rules = input.rules.map((rule, position) => ruleOf(rule, position, { accounts, groups, currency, timeZone }));
  const repeated = repeatedTarget(rules);
  if (repeated)
    throw invalid(
      `rules.${repeated[0]}`,
      `must not have the same target as rule ${repeated[1]}, unless only one of them has dates or is for new customers, or their dates differ`,
    );
  return rules;
}

/** The rules of a request, checked, for calculations that publish nothing. */
export async function writtenRules(
  tx: Tx,
  merchantId: string,
  input: TermsInput,
): Promise<{ rules: TermsRule[]; currency: string }> {
  const settings = await termsOf(tx, merchantId);
  return { rules: await rulesOf(tx, merchantId, settings, input), currency: settings.currency };
}

/** The groups of accounts at any time, read at once. */
export async function groupFinder(
  tx: Tx,
  merchantId: string,
  merchantAccountIds: readonly string[],
): Promise<(account: string, at: Date) => string | null> {
  const moves = await listMoves(tx, merchantId, [...new Set(merchantAccountIds)]);
  return (account, at) => groupIn(moves.get(account) ?? [], at);
}

/** The creators whom rules can tell apart: those that they name, in each of their groups, and all others in any group. */
async function audiencesOf(tx: Tx, merchantId: string, rules: readonly TermsRule[]): Promise<TermsAudience[]> {
  const accounts = [...new Set(rules.flatMap(({ merchantAccountId }) => merchantAccountId ?? []))];
  const moves = await listMoves(tx, merchantId, accounts);
  const groups = [null, ...new Set(rules.flatMap(({ groupId }) => groupId ?? []))];
  return [
    ...groups.map((groupId) => ({ merchantAccountId: '', groupId })),
    ...accounts.flatMap((merchantAccountId) =>
      [...new Set([null, ...(moves.get(merchantAccountId) ?? []).map(({ groupId }) => groupId)])].map((groupId) => ({
        merchantAccountId,
        groupId,
      })),
    ),
  ];
}

/**
 * When a new version takes effect, and whether anybody may earn less by it from then on. It takes effect now, unless
 * somebody would earn less within the notice period than the versions so far promise for that time.
 */
export async function planVersion(
  tx: Tx,
  merchantId: string,
  rules: readonly TermsRule[],
  now: Date,
  noticeDays: number,
): Promise<{ effectiveAt: Date; mayCut: boolean; current: Version[] }> {
  const current = await listVersionsFrom(tx, merchantId, now);
  const before = scheduleOf(current);
  const after = scheduleOf([{ version: 0, effectiveAt: now, rules }]);
  const audiences = await audiencesOf(tx, merchantId, [...current.flatMap((version) => version.rules), ...rules]);
  const isCutAt = (at: Date) => !isNoCut(before.rulesAt(at), after.rulesAt(at), audiences);
  const later = new Date(now.getTime() + noticeDays * dayMs);
  // What was announced is promised, however late it takes effect.
  const announced = current.map((version) => version.effectiveAt).filter((at) => at > now);
  const times = [...timesFrom(now, later, before.edges, after.edges), ...announced];
  const effectiveAt = times.some(isCutAt) ? later : now;
  const mayCut = timesFrom(effectiveAt, undefined, before.edges, after.edges).some(isCutAt);
  return { effectiveAt, mayCut, current };
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
    const rules = await rulesOf(tx, merchantId, merchant, input);
    const [newest] = await listVersions(tx, merchantId);
    const version = (newest?.version ?? 0) + 1;
    const noticeDays = await noticeDaysAt(tx, merchantId, merchant.notice_days, now);
    const { effectiveAt, mayCut } = await planVersion(tx, merchantId, rules, now, noticeDays);
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
    if (mayCut) {
      await noteCut(tx, merchantId, { id: newId(now), version, at: now });
      ctx.database.afterCommit('tell_rate_cuts', () => ctx.jobs.soon('tell_rate_cuts'));
    }
    await audit(ctx, tx, by, {
      action: 'terms.published',
      merchantId,
      subject: { kind: 'terms', id: String(version) },
      details: { effective_at: effectiveAt.toISOString(), rules: rules.length },
    });
    return present(tx, merchantId, merchant.time_zone, version);
  });
}

export async function publishTermsFor(ctx: Context, actor: Actor, merchant: string, input: TermsInput): Promise<Terms> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return addTerms(ctx, merchantId, input, actor);
}

async function present(tx: Tx, merchantId: string, timeZone: string, version: number): Promise<Terms> {
  const found = (await presentAll(tx, merchantId, timeZone)).find((entry) => entry.version === version);
  if (!found) throw new Error('the version that was just stored is missing');
  return found;
}

/** The last day of a rule with an end, which ends when the rule does. */
export function lastDayOf({ endsAt }: Pick<TermsRule, 'endsAt'>, timeZone: string): string | null {
  return endsAt && todayIn(timeZone, new Date(endsAt.getTime() - 1)).toString();
}

function presentDates({ startsAt, endsAt }: Pick<TermsRule, 'startsAt' | 'endsAt'>, timeZone: string) {
  return {
    starts_on: startsAt && todayIn(timeZone, startsAt).toString(),
    ends_on: lastDayOf({ endsAt }, timeZone),
  };
}

async function presentAll(tx: Tx, merchantId: string, timeZone: string): Promise<Terms[]> {
  const versions = await listVersions(tx, merchantId);
  const listed = await listRulesWithHandles(tx, merchantId);
  const titles = await titlesBySku(
    tx,
    merchantId,
    listed.flatMap(({ sku }) => sku ?? []),
  );
  const rules = Map.groupBy(listed, (rule) => rule.version);
  return versions.map((row) => ({
    version: row.version,
    note: row.note,
    created_at: row.created_at.toISOString(),
    effective_at: row.effective_at.toISOString(),
    rules: (rules.get(row.version) ?? []).map((rule) => ({
      position: rule.position,
      creator: rule.merchant_account_id === null ? null : (rule.user_handle ?? 'former_creator'),
      group: rule.group_id,
      group_name: rule.group_name,
      sku: rule.sku,
      product: (rule.sku !== null && titles.get(rule.sku)) || null,
      category: rule.category,
      ...presentDates(readLimits(rule), timeZone),
      ...readRate(rule),
    })),
  }));
}

export async function listTermsOf(ctx: Context, actor: Actor, merchant: string): Promise<DataOf<typeof listTerms>> {
  const { merchantId, timeZone } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => presentAll(tx, merchantId, timeZone));
}
