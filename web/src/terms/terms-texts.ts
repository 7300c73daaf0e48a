import { t } from '@lingui/core/macro';
import type { listTerms, publishTerms } from '@vitrine/contract/terms.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';

export type Terms = DataOf<typeof listTerms>[number];
export type WrittenRule = BodyOf<typeof publishTerms>['rules'][number];
/** The newest of the versions that are in effect. */
export function versionHolding(versions: readonly Terms[], now: Date): Terms | undefined {
  return versions.find((version) => new Date(version.effective_at) <= now);
}

/** Whether a new creator would earn anything: at least one rule isn't limited to a creator or group. */
export function isOffer(version: Terms | undefined): boolean {
  return version?.rules.some((rule) => rule.creator === null && rule.group === null) ?? false;
}

/** For whom and what a rule is: "Everyone, all products". */
export function ruleName({
  creator,
  group,
  group_name: groupName,
  sku,
  product,
  category,
}: Terms['rules'][number]): string {
  const name = product ?? sku;
  const what = name ? t`product ${name}` : category ? t`category ${category}` : t`all products`;
  if (creator) return t`@${creator}, ${what}`;
  const inGroup = groupName ?? group;
  return inGroup ? t`Group ${inGroup}, ${what}` : t`Everyone, ${what}`;
}

/** The days of a rule; `day` formats one. Empty without dates. */
export function ruleDays(
  { starts_on: first, ends_on: last }: Terms['rules'][number],
  day: (at: string) => string,
): string {
  const [from, until] = [first ? day(first) : '', last ? day(last) : ''];
  if (from && until) return t`${from} to ${until}`;
  if (from) return t`from ${from}`;
  return until ? t`until ${until}` : '';
}
