import { t } from '@lingui/core/macro';
import type { TermsChoice, TermsTargetKind } from '@vitrine/contract/terms.ts';
import type { RateKind } from '@vitrine/contract/values/rates.ts';
import { ApiProblem } from '../api/problem.ts';
import type { TypedRate } from './rate-fields.ts';
import { allRateFields, parseRate, typedRate } from './rate-kinds.tsx';
import { ruleReason } from './rule-reasons.ts';
import type { Terms, WrittenRule } from './terms-texts.ts';

/** A rule in the form, with its fields as typed. */
export type RuleDraft = {
  key: string;
  whose: 'everyone' | 'creator' | 'group';
  for: 'everything' | 'category' | 'product';
  /** What was picked, also for choices that are not selected now. */
  targets: Partial<Record<TermsTargetKind, TermsChoice | undefined>>;
  kind: RateKind;
  typed: TypedRate;
  isForNewCustomers: boolean;
  startsOn: string;
  endsOn: string;
};

export function ruleDraftOf(rule: Terms['rules'][number]): RuleDraft {
  const { creator, group, group_name: groupName, sku, product, category } = rule;
  return {
    key: crypto.randomUUID(),
    whose: creator ? 'creator' : group ? 'group' : 'everyone',
    for: sku ? 'product' : category ? 'category' : 'everything',
    targets: {
      ...(creator && { creator: { value: creator, name: `@${creator}` } }),
      ...(group && { group: { value: group, name: groupName ?? group } }),
      ...(sku && { product: { value: sku, name: product ? `${product} (${sku})` : sku } }),
      ...(category && { category: { value: category, name: category } }),
    },
    kind: rule.kind,
    typed: typedRate(rule),
    isForNewCustomers: rule.new_customers_only === true,
    startsOn: rule.starts_on ?? '',
    endsOn: rule.ends_on ?? '',
  };
}

export const emptyRule = (): RuleDraft => ({
  key: crypto.randomUUID(),
  whose: 'everyone',
  for: 'everything',
  targets: {},
  kind: 'percentage',
  typed: {},
  isForNewCustomers: false,
  startsOn: '',
  endsOn: '',
});

/** The draft in the shape of the contract; undefined while something is missing or not valid. */
export function writtenRule(draft: RuleDraft, currency: string): WrittenRule | undefined {
  const rate = parseRate(draft.kind, draft.typed, currency);
  if (!rate || missingTargets(draft).length > 0) return undefined;
  const { creator, group, category, product } = draft.targets;
  return {
    ...(draft.whose === 'creator' && { creator: creator?.value ?? null }),
    ...(draft.whose === 'group' && { group: group?.value ?? null }),
    ...(draft.for === 'category' && { category: category?.value ?? null }),
    ...(draft.for === 'product' && { sku: product?.value ?? null }),
    ...(draft.startsOn && { starts_on: draft.startsOn }),
    ...(draft.endsOn && { ends_on: draft.endsOn }),
    ...rate,
    ...(draft.isForNewCustomers && { new_customers_only: true }),
  };
}

function missingTargets({ whose, for: what, targets }: RuleDraft): TermsTargetKind[] {
  const wanted: TermsTargetKind[] = [
    ...(whose === 'everyone' ? [] : [whose]),
    ...(what === 'everything' ? [] : [what]),
  ];
  return wanted.filter((kind) => targets[kind] === undefined);
}

/** What is wrong with each field, by the draft and the name of the field. */
export function mistakesOf(draft: RuleDraft, currency: string): [string, string][] {
  const texts: Record<TermsTargetKind, () => string> = {
    creator: () => t`Please choose a creator.`,
    group: () => t`Please choose a group.`,
    category: () => t`Please choose a category.`,
    product: () => t`Please choose a product.`,
  };
  return [
    ...allRateFields(draft.kind, draft.typed)
      .filter(({ parse }) => parse(draft.typed, currency) === undefined)
      .map(({ name, mistake }): [string, string] => [`${draft.key} ${name}`, mistake(currency)]),
    ...missingTargets(draft).map((kind): [string, string] => [
      `${draft.key} ${kind === 'product' ? 'sku' : kind}`,
      texts[kind](),
    ]),
  ];
}

const targetFields = ['creator', 'group', 'category', 'sku', 'starts_on', 'ends_on'];

/** The form's name of a field: `tiers.1.from.amount` is `from.1`. */
function fieldOf(path: string): string {
  const [, place, part] = /^tiers\.(\d+)\.(from|rate)/.exec(path) ?? [];
  return part ? `${part}.${place}` : (path.split('.')[0] ?? '');
}

/** Maps refusals like `rules.2.creator` to the fields that they belong to, or to the whole draft. */
export function refusedRules(error: Error, drafts: readonly RuleDraft[]): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, reasons]) => {
      const [, index, path = ''] = /^rules\.(\d+)\.?(.*)/.exec(field) ?? [];
      const draft = drafts[Number(index)];
      if (!draft) return [];
      const name = fieldOf(path);
      const shown =
        targetFields.includes(name) || allRateFields(draft.kind, draft.typed).some((of) => of.name === name);
      return [
        [
          shown ? `${draft.key} ${name}` : draft.key,
          `${shown ? '' : name} ${reasons.map(ruleReason).join('; ')}`.trim(),
        ],
      ];
    }),
  );
}
