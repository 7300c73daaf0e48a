import { useLingui } from '@lingui/react/macro';
import { type SuspensionCategory, suspensionCategories } from '@vitrine/contract/values/suspension-categories.ts';
import { type FormEvent, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { suspensionCategoryTexts } from './suspension-texts.ts';

const shortest = 10;
const longest = 1000;

type SuspendFormProps = {
  label: string;
  hint: string;
  button: string;
  isBusy: boolean;
  onSend: (suspension: { category: SuspensionCategory; reason: string }) => void;
};

/** A reason from the list and a text, which the creator reads. */
export function SuspendForm({ label, hint, button, isBusy, onSend }: SuspendFormProps) {
  const { t } = useLingui();
  const [category, setCategory] = useState<SuspensionCategory | ''>('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const text = reason.trim();
  const isCategoryMissing = isTried && category === '';
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (category !== '' && text.length >= shortest) onSend({ category, reason: text });
  };
  return (
    <form className={desk.form} onSubmit={send} noValidate>
      <SelectField
        label={t`Category`}
        value={category}
        choices={[
          { value: '', label: t`Choose a category` },
          ...suspensionCategories.map((each) => ({ value: each, label: t(suspensionCategoryTexts[each]) })),
        ]}
        aria-invalid={isCategoryMissing}
        {...(isCategoryMissing && { hint: t`Please choose a category.` })}
        onChange={(event) => setCategory(suspensionCategories.find((each) => each === event.target.value) ?? '')}
      />
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        maxLength={longest}
        value={reason}
        error={isTried && text.length < shortest ? t`Please enter at least 10 characters.` : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <Button type="submit" look="quiet" busy={isBusy}>
          {button}
        </Button>
      </div>
    </form>
  );
}
