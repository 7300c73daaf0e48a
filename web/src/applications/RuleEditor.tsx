import { Trans, useLingui } from '@lingui/react/macro';
import type {
  ApplicationQuestion,
  ApplicationRule,
  RejectionReason,
  RuleTest,
} from '@vitrine/contract/applications.ts';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { reasonTexts, testTexts } from './application-texts.ts';

const mostRules = 10;

type RuleEditorProps = {
  questions: readonly ApplicationQuestion[];
  rules: readonly ApplicationRule[];
  onChange: (rules: ApplicationRule[]) => void;
};

/** Answers without staff. The first rule that fits wins, so their order matters. */
export function RuleEditor({ questions, rules, onChange }: RuleEditorProps) {
  const [first] = questions;
  if (!first) return null;
  const add = () =>
    onChange([
      ...rules,
      { question: first.id, test: 'missing', value: '', decision: 'reject', reason: 'incomplete', message: '' },
    ]);
  return (
    <>
      <h2>
        <Trans>Automatic answers</Trans>
      </h2>
      <p className={desk.quiet}>
        <Trans>The first rule that fits answers an application. All others wait for you.</Trans>
      </p>
      {rules.map((rule, at) => (
        <RuleRow
          // Rules have no id; a row keeps no state of its own.
          key={at}
          number={at + 1}
          questions={questions}
          rule={rule}
          onChange={(next) => onChange(rules.with(at, next))}
          onRemove={() => onChange(rules.toSpliced(at, 1))}
        />
      ))}
      {rules.length < mostRules ? (
        <div className={desk.actions}>
          <Button look="quiet" onClick={add}>
            <Trans>Add rule</Trans>
          </Button>
        </div>
      ) : null}
    </>
  );
}

type RuleRowProps = {
  number: number;
  questions: readonly ApplicationQuestion[];
  rule: ApplicationRule;
  onChange: (rule: ApplicationRule) => void;
  onRemove: () => void;
};

function RuleRow({ number, questions, rule, onChange, onRemove }: RuleRowProps) {
  const { t } = useLingui();
  const tests = Object.entries(testTexts).map(([value, label]) => ({ value, label: t(label) }));
  const answers = [
    { value: 'approve', label: t`Approve` },
    ...Object.entries(reasonTexts).map(([value, label]) => {
      const reason = t(label);
      return { value, label: t`Decline: ${reason}` };
    }),
  ];
  return (
    <fieldset className={desk.part}>
      <SelectField
        label={t`Rule ${number}: if the answer to`}
        value={rule.question}
        choices={questions.map(({ id, label }) => ({ value: id, label: label || id }))}
        onChange={({ target }) => onChange({ ...rule, question: target.value })}
      />
      <SelectField
        label={t`Condition`}
        value={rule.test}
        choices={tests}
        onChange={({ target }) => {
          // `as`: the choices are the keys of testTexts.
          const test = target.value as RuleTest;
          onChange({ ...rule, test, value: test === 'missing' ? '' : rule.value });
        }}
      />
      {rule.test === 'missing' ? null : (
        <TextField
          label={t`Text`}
          maxLength={200}
          value={rule.value}
          onChange={({ target }) => onChange({ ...rule, value: target.value })}
        />
      )}
      <SelectField
        label={t`Then`}
        value={rule.reason ?? 'approve'}
        choices={answers}
        onChange={({ target }) => {
          // `as`: the other choices are the keys of reasonTexts.
          const reason = target.value === 'approve' ? null : (target.value as RejectionReason);
          onChange({ ...rule, decision: reason ? 'reject' : 'approve', reason });
        }}
      />
      <TextArea
        label={t`Message (optional)`}
        rows={2}
        maxLength={600}
        value={rule.message}
        onChange={({ target }) => onChange({ ...rule, message: target.value })}
        hint={rule.decision === 'approve' ? t`Sent with the invitation.` : t`Sent by email with the reason.`}
      />
      <div className={desk.actions}>
        <Button look="plain" small onClick={onRemove}>
          <Trans>Remove rule {number}</Trans>
        </Button>
      </div>
    </fieldset>
  );
}
