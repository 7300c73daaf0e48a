import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import desk from './Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';

const longest = 1000;

type ReasonFormProps = {
  label: string;
  hint: string;
  button: string;
  isBusy: boolean;
  shortest?: number;
  look?: 'quiet';
  onSend: (reason: string) => void;
};

/** One text with a button. */
export function ReasonForm({ label, hint, button, isBusy, shortest = 5, look, onSend }: ReasonFormProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text.length < shortest);
    if (text.length >= shortest) onSend(text);
  };
  return (
    <form className={desk.form} onSubmit={send} noValidate>
      <TextArea
        label={label}
        hint={hint}
        rows={3}
        maxLength={longest}
        value={reason}
        error={isMissing ? t`Please enter at least ${shortest} characters.` : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <div>
        <Button type="submit" busy={isBusy} {...(look && { look })}>
          {button}
        </Button>
      </div>
    </form>
  );
}
