import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { RateKind } from '@vitrine/contract/values/rates.ts';
import { type FormEvent, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { ApiProblem } from '../api/problem.ts';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button, IconButton } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './terms.module.css';
import { parseRate, rateChoices, rateFields, type TypedRate, typedRate } from './rate-kinds.tsx';
import { useTermsMutation } from './terms.data.ts';
import { changesBetween, type Terms, type WrittenRule } from './terms-texts.ts';

type For = 'everything' | 'category' | 'sku';
/** A rule in the form, with its fields as typed. */
type Draft = { key: string; creator: string; for: For; which: string; kind: RateKind; typed: TypedRate };

function draftOf(rule: Terms['rules'][number]): Draft {
  return {
    key: crypto.randomUUID(),
    creator: rule.creator ?? '',
    for: rule.sku ? 'sku' : rule.category ? 'category' : 'everything',
    which: rule.sku ?? rule.category ?? '',
    kind: rule.kind,
    typed: typedRate(rule),
  };
}

const emptyDraft = (): Draft => ({
  key: crypto.randomUUID(),
  creator: '',
  for: 'everything',
  which: '',
  kind: 'percentage',
  typed: {},
});

/** The draft in the shape of the contract; undefined if a value of its rate isn't valid. */
function writtenRule(draft: Draft, currency: string): WrittenRule | undefined {
  const rate = parseRate(draft.kind, draft.typed, currency);
  if (!rate) return undefined;
  const creator = draft.creator.trim().replace(/^@/, '');
  return {
    ...(creator && { creator }),
    ...(draft.for !== 'everything' && { [draft.for]: draft.which.trim() }),
    ...rate,
  };
}

/** What is wrong with each field of a rate, by the draft and the name of the field. */
function mistakesOf(draft: Draft, currency: string): [string, string][] {
  return rateFields(draft.kind)
    .filter(({ parse }) => parse(draft.typed, currency) === undefined)
    .map(({ name, mistake }) => [`${draft.key} ${name}`, mistake(currency)]);
}

type TermsSheetProps = { merchant: string; currency: string; held: Terms | undefined; onClose: () => void };

/** The form for the next version of the terms. It lists what the version changes before it is published. */
export function TermsSheet({ merchant, currency, held, onClose }: TermsSheetProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const publish = useTermsMutation(merchant);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => held?.rules.map(draftOf) ?? [emptyDraft()]);
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const rules = drafts.map((draft) => writtenRule(draft, currency));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const bad = drafts.flatMap((draft) => mistakesOf(draft, currency));
    const nameless = drafts.flatMap((draft) =>
      draft.for !== 'everything' && !draft.which.trim()
        ? [[draft.key, draft.for === 'sku' ? t`Please enter the SKU.` : t`Please enter the category.`]]
        : [],
    );
    setErrors(Object.fromEntries([...nameless, ...bad]));
    if (bad.length + nameless.length > 0) return;
    publish.mutate(
      { rules: rules.flatMap((rule) => rule ?? []), ...(note.trim() && { note: note.trim() }) },
      {
        onSuccess: (version) => {
          const [number, from] = [String(version.version), day(version.effective_at)];
          showToast(t`Version ${number} published. It takes effect on ${from}.`);
          onClose();
        },
        onError: (error) => setErrors(refusedRules(error, drafts)),
      },
    );
  };
  const change = (changed: Draft) => setDrafts(drafts.map((draft) => (draft.key === changed.key ? changed : draft)));
  return (
    <Drawer title={held ? t`New version` : t`Set commission rates`} closeLabel={t`Close`} onClose={onClose}>
      <form className={desk.form} onSubmit={submit} noValidate>
        <p className={desk.quiet}>
          <Trans>
            The most specific rule wins: a product’s rule beats its category’s, and both beat a rule for all products.
            If two rules cover the same thing, the creator’s own rule wins.
          </Trans>
        </p>
        <div>
          {drafts.map((draft, index) => (
            <RuleFields
              key={draft.key}
              draft={draft}
              number={index + 1}
              currency={currency}
              errorOf={(field) => errors[`${draft.key} ${field}`] ?? errors[draft.key]}
              onChange={change}
              onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter(({ key }) => key !== draft.key)) : undefined}
            />
          ))}
        </div>
        <Button look="quiet" onClick={() => setDrafts([...drafts, emptyDraft()])}>
          <IconPlus size={18} aria-hidden="true" />
          <Trans>Add rule</Trans>
        </Button>
        <TextArea
          label={t`Note to your creators (optional)`}
          name="note"
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Changes held={held} rules={rules} />
        <Refused error={Object.keys(errors).length > 0 ? null : publish.error} />
        <Button type="submit" busy={publish.isPending}>
          <Trans>Publish</Trans>
        </Button>
      </form>
    </Drawer>
  );
}

/** Maps refusals like `rules.2.creator` to the drafts they belong to. */
function refusedRules(error: Error, drafts: readonly Draft[]): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(
    Object.entries(error.errors).flatMap(([field, reasons]) => {
      const draft = drafts[Number(/^rules\.(\d+)/.exec(field)?.[1])];
      return draft ? [[draft.key, `${field.replace(/^rules\.\d+\.?/, '')} ${reasons.join('; ')}`.trim()]] : [];
    }),
  );
}

function Changes({ held, rules }: { held: Terms | undefined; rules: readonly (WrittenRule | undefined)[] }) {
  const { t } = useLingui();
  if (rules.some((rule) => rule === undefined)) return null;
  const changes = changesBetween(
    held,
    rules.flatMap((rule) => rule ?? []),
  );
  const isCut = changes.some((change) => change.isCut);
  return (
    <section className={desk.part} aria-label={t`What changes`}>
      <h3>
        <Trans>What changes</Trans>
      </h3>
      {changes.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>No changes yet.</Trans>
        </p>
      ) : (
        <>
          <ul className={styles.changes}>
            {changes.map((change, index) => (
              <li key={index} data-cut={change.isCut || undefined}>
                <strong>{change.name}</strong>: {change.text}
              </li>
            ))}
          </ul>
          <p className={desk.quiet}>
            {isCut ? (
              <Trans>
                Some creators would earn less, so this takes effect after your notice period. Clicks before then keep
                the old rates.
              </Trans>
            ) : (
              <Trans>No one earns less, so this takes effect as soon as you publish it.</Trans>
            )}
          </p>
        </>
      )}
    </section>
  );
}

type RuleProps = {
  draft: Draft;
  number: number;
  currency: string;
  errorOf: (field: string) => string | undefined;
  onChange: (draft: Draft) => void;
  onRemove: (() => void) | undefined;
};

function RuleFields({ draft, number, currency, errorOf, onChange, onRemove }: RuleProps) {
  const { t } = useLingui();
  const targets = [
    { value: 'everything' as const, label: t`All products` },
    { value: 'category' as const, label: t`One category` },
    { value: 'sku' as const, label: t`One product` },
  ];
  return (
    <fieldset className={styles.editorRule}>
      <legend className={desk.hiddenHeading}>{t`Rule ${number}`}</legend>
      <div className={styles.editorHead}>
        <strong aria-hidden="true">{t`Rule ${number}`}</strong>
        {onRemove ? (
          <IconButton label={t`Remove rule ${number}`} onClick={onRemove}>
            <IconTrash size={20} stroke={1.6} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <div className={desk.pair}>
        {rateFields(draft.kind).map(({ name, label }) => (
          <TextField
            key={name}
            label={label(currency)}
            inputMode="decimal"
            value={draft.typed[name] ?? ''}
            error={errorOf(name)}
            onChange={(event) => onChange({ ...draft, typed: { ...draft.typed, [name]: event.target.value } })}
          />
        ))}
        <TextField
          label={t`Creator`}
          value={draft.creator}
          placeholder={t`Everyone`}
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange({ ...draft, creator: event.target.value })}
        />
      </div>
      <div className={desk.actions}>
        <Select
          label={t`Type`}
          value={draft.kind}
          choices={rateChoices(currency)}
          onChoose={(kind) => onChange({ ...draft, kind })}
        />
        <Select
          label={t`Applies to`}
          value={draft.for}
          choices={targets}
          onChoose={(target) => onChange({ ...draft, for: target })}
        />
      </div>
      {draft.for === 'everything' ? null : (
        <TextField
          label={draft.for === 'sku' ? t`SKU` : t`Category`}
          value={draft.which}
          maxLength={200}
          onChange={(event) => onChange({ ...draft, which: event.target.value })}
        />
      )}
    </fieldset>
  );
}
