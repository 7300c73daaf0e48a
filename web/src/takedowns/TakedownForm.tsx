import { Trans, useLingui } from '@lingui/react/macro';
import {
  isTakedownCategory,
  type TakedownCategory,
  takedownCategories,
} from '@vitrine/contract/values/takedown-categories.ts';
import { type FormEvent, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { categoryNames } from './report-texts.ts';

const shortest = 5;
const longest = 1000;

type Input = { category: TakedownCategory; reason: string; note: string };
type TakedownFormProps = { category: TakedownCategory; isBusy: boolean; onSend: (input: Input) => void };

/** Why something is taken down: the category, the public reason, and a note for operators. */
export function TakedownForm({ category: first, isBusy, onSend }: TakedownFormProps) {
  const { t } = useLingui();
  const [category, setCategory] = useState(first);
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text.length < shortest);
    if (text.length >= shortest) onSend({ category, reason: text, note: note.trim() });
  };
  return (
    <form className={desk.form} onSubmit={send} noValidate>
      <SelectField
        label={t`Category`}
        value={category}
        choices={takedownCategories.map((value) => ({ value, label: t(categoryNames[value]) }))}
        onChange={({ target }) => {
          if (isTakedownCategory(target.value)) setCategory(target.value);
        }}
      />
      <TextArea
        label={t`Public reason`}
        hint={t`Shown at its address and sent to its owner. Don’t name the person who reported it.`}
        rows={3}
        maxLength={longest}
        value={reason}
        error={isMissing ? t`Please enter at least 5 characters.` : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label={t`Note for operators (optional)`}
        maxLength={longest}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div>
        <Button type="submit" busy={isBusy}>
          <Trans>Take down</Trans>
        </Button>
      </div>
    </form>
  );
}
