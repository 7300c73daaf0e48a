import { Trans, useLingui } from '@lingui/react/macro';
import type { ApplicationQuestion, QuestionKind } from '@vitrine/contract/applications.ts';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Tick } from '../ui/Tick.tsx';
import { questionTexts } from './application-texts.ts';

const mostQuestions = 10;

type QuestionEditorProps = {
  questions: readonly ApplicationQuestion[];
  onChange: (questions: ApplicationQuestion[]) => void;
};

/** An id that no question has. It stays when the question is edited, because rules name it. */
function freeId(questions: readonly ApplicationQuestion[]): string {
  const taken = new Set(questions.map(({ id }) => id));
  for (let number = 1; ; number += 1) if (!taken.has(`q${number}`)) return `q${number}`;
}

export function QuestionEditor({ questions, onChange }: QuestionEditorProps) {
  const add = () =>
    onChange([...questions, { id: freeId(questions), kind: 'short_text', label: '', required: true, choices: [] }]);
  const replace = (at: number, next: ApplicationQuestion) => onChange(questions.with(at, next));
  return (
    <>
      <h2>
        <Trans>Questions</Trans>
      </h2>
      {questions.map((question, at) => (
        <QuestionRow
          key={question.id}
          number={at + 1}
          question={question}
          onChange={(next) => replace(at, next)}
          onRemove={() => onChange(questions.toSpliced(at, 1))}
        />
      ))}
      {questions.length < mostQuestions ? (
        <div className={desk.actions}>
          <Button look="quiet" onClick={add}>
            <Trans>Add question</Trans>
          </Button>
        </div>
      ) : null}
    </>
  );
}

type QuestionRowProps = {
  number: number;
  question: ApplicationQuestion;
  onChange: (question: ApplicationQuestion) => void;
  onRemove: () => void;
};

function QuestionRow({ number, question, onChange, onRemove }: QuestionRowProps) {
  const { t } = useLingui();
  const kinds = Object.entries(questionTexts).map(([value, label]) => ({ value, label: t(label) }));
  return (
    <fieldset className={desk.part}>
      <TextField
        label={t`Question ${number}`}
        maxLength={160}
        value={question.label}
        onChange={({ target }) => onChange({ ...question, label: target.value })}
      />
      <SelectField
        label={t`Kind of answer`}
        value={question.kind}
        choices={kinds}
        onChange={({ target }) => {
          // `as`: the choices are the keys of questionTexts.
          const kind = target.value as QuestionKind;
          onChange({ ...question, kind, choices: kind === 'choice' ? question.choices : [] });
        }}
      />
      {question.kind === 'choice' ? (
        <TextArea
          label={t`Choices, one on each line`}
          rows={3}
          defaultValue={question.choices.join('\n')}
          onChange={({ target }) => onChange({ ...question, choices: linesOf(target.value) })}
        />
      ) : null}
      <Tick checked={question.required} onChange={({ target }) => onChange({ ...question, required: target.checked })}>
        <Trans>Required</Trans>
      </Tick>
      <div className={desk.actions}>
        <Button look="plain" small onClick={onRemove}>
          <Trans>Remove question {number}</Trans>
        </Button>
      </div>
    </fieldset>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
