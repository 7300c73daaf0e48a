import { t } from '@lingui/core/macro';
import type { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import { isNoLess } from '@vitrine/contract/values/rate-arithmetic.ts';
import { rateTexts } from './rate-kinds.tsx';

export type Terms = DataOf<typeof listTerms>[number];
export type WrittenRule = BodyOf<typeof publishTerms>['rules'][number];
type Target = {
  creator?: string | null | undefined;
  sku?: string | null | undefined;
  category?: string | null | undefined;
};

/** The newest of the versions that are in effect. */
export function versionHolding(versions: readonly Terms[], now: Date): Terms | undefined {
  return versions.find((version) => new Date(version.effective_at) <= now);
}

/** Whether a new creator would earn anything: at least one rule isn't limited to a single creator. */
export function isOffer(version: Terms | undefined): boolean {
  return version?.rules.some((rule) => rule.creator === null) ?? false;
}

export function ruleName({ creator, sku, category }: Target): string {
  const what = sku ? t`product ${sku}` : category ? t`category ${category}` : '';
  if (creator && what) return t`@${creator}, ${what}`;
  if (creator) return t`@${creator}, all products`;
  if (sku) return t`Everyone, product ${sku}`;
  return category ? t`Everyone, category ${category}` : t`Everyone, all products`;
}

export type Change = { name: string; text: string; isCut: boolean };

const targetKey = ({ creator, sku, category }: Target) =>
  [creator ?? '', sku ?? '', category ?? ''].join('\n').toLowerCase();

/** What a new version changes in the active one, rule by rule. */
export function changesBetween(held: Terms | undefined, rules: readonly WrittenRule[]): Change[] {
  const before = new Map((held?.rules ?? []).map((rule) => [targetKey(rule), rule]));
  const after = new Map(rules.map((rule) => [targetKey(rule), rule]));
  const changed = rules.flatMap((rule): Change[] => {
    const old = before.get(targetKey(rule));
    const [now, name] = [rateTexts(rule).label(), ruleName(rule)];
    if (!old) return [{ name, text: t`new rule, ${now}`, isCut: false }];
    const was = rateTexts(old).label();
    return was === now ? [] : [{ name, text: t`from ${was} to ${now}`, isCut: !isNoLess(rule, old) }];
  });
  const gone = (held?.rules ?? [])
    .filter((rule) => !after.has(targetKey(rule)))
    .map((rule) => {
      const was = rateTexts(rule).label();
      return { name: ruleName(rule), text: t`removed (was ${was})`, isCut: true };
    });
  return [...changed, ...gone];
}
