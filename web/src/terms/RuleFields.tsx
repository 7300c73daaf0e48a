import { useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import desk from '../consoles/Console.module.css';
import { IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { capFields, type RateField } from './rate-fields.ts';
import { rateChoices, rateFields } from './rate-kinds.tsx';
import type { RuleDraft } from './rule-drafts.ts';
import { RuleTiers } from './RuleTiers.tsx';
import { TargetPicker } from './TargetPicker.tsx';
import styles from './terms.module.css';

type RuleProps = {
  merchant: string;
  draft: RuleDraft;
  number: number;
  currency: string;
  errorOf: (field: string) => string | undefined;
  onChange: (draft: RuleDraft) => void;
  onRemove: (() => void) | undefined;
};

/** One rule in the form of the terms: its rate, for whom, for what, and when. */
export function RuleFields({ merchant, draft, number, currency, errorOf, onChange, onRemove }: RuleProps) {
  const { t } = useLingui();
  const change = (changes: Partial<RuleDraft>) => onChange({ ...draft, ...changes });
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
      <Select
        label={t`Type`}
        value={draft.kind}
        choices={rateChoices(currency)}
        onChoose={(kind) => change({ kind })}
        wide
      />
      <RateInputs fields={rateFields(draft.kind)} draft={draft} currency={currency} errorOf={errorOf} change={change} />
      <RuleTiers draft={draft} currency={currency} errorOf={errorOf} onChange={(typed) => change({ typed })} />
      <Targets merchant={merchant} draft={draft} errorOf={errorOf} change={change} />
      <RateInputs fields={capFields} draft={draft} currency={currency} errorOf={errorOf} change={change} />
      <Switch
        label={t`Only orders of new customers`}
        hint={t`Shoppers who never ordered from you before. Other orders, and those without an email address, earn by the next rule.`}
        on={draft.isForNewCustomers}
        onTurn={(isForNewCustomers) => change({ isForNewCustomers })}
      />
      <div className={desk.pair}>
        <TextField
          type="date"
          label={t`First day (optional)`}
          value={draft.startsOn}
          error={errorOf('starts_on')}
          onChange={(event) => change({ startsOn: event.target.value })}
        />
        <TextField
          type="date"
          label={t`Last day (optional)`}
          value={draft.endsOn}
          error={errorOf('ends_on')}
          onChange={(event) => change({ endsOn: event.target.value })}
        />
      </div>
    </fieldset>
  );
}

type RateInputsProps = Pick<RuleProps, 'draft' | 'currency' | 'errorOf'> & {
  fields: readonly RateField<unknown>[];
  change: (changes: Partial<RuleDraft>) => void;
};

function RateInputs({ fields, draft, currency, errorOf, change }: RateInputsProps) {
  return (
    <div className={desk.pair}>
      {fields.map(({ name, label }) => (
        <TextField
          key={name}
          label={label(currency)}
          inputMode="decimal"
          value={draft.typed[name] ?? ''}
          error={errorOf(name)}
          onChange={(event) => change({ typed: { ...draft.typed, [name]: event.target.value } })}
        />
      ))}
    </div>
  );
}

type TargetsProps = Pick<RuleProps, 'merchant' | 'draft' | 'errorOf'> & {
  change: (changes: Partial<RuleDraft>) => void;
};

function Targets({ merchant, draft, errorOf, change }: TargetsProps) {
  const { t } = useLingui();
  const creators = [
    { value: 'everyone' as const, label: t`Everyone` },
    { value: 'creator' as const, label: t`One creator` },
    { value: 'group' as const, label: t`One group` },
  ];
  const products = [
    { value: 'everything' as const, label: t`All products` },
    { value: 'category' as const, label: t`One category` },
    { value: 'product' as const, label: t`One product` },
  ];
  const labels = { creator: t`Creator`, group: t`Group`, category: t`Category`, product: t`Product` };
  const picked = [draft.whose, draft.for].filter((kind) => kind !== 'everyone' && kind !== 'everything');
  return (
    <>
      <div className={desk.actions}>
        <Select label={t`Who`} value={draft.whose} choices={creators} onChoose={(whose) => change({ whose })} />
        <Select
          label={t`Applies to`}
          value={draft.for}
          choices={products}
          onChoose={(target) => change({ for: target })}
        />
      </div>
      {picked.map((kind) => (
        <TargetPicker
          key={kind}
          merchant={merchant}
          kind={kind}
          label={labels[kind]}
          chosen={draft.targets[kind]}
          error={errorOf(kind === 'product' ? 'sku' : kind)}
          onChoose={(target) => change({ targets: { ...draft.targets, [kind]: target } })}
        />
      ))}
    </>
  );
}
