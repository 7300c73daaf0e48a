import { Trans, useLingui } from '@lingui/react/macro';
import type { Suspension } from '@vitrine/contract/suspensions.ts';
import { type FormEvent, useState } from 'react';
import cases from '../accounts/cases.module.css';
import { useDates } from '../accounts/dates.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useObjectToSuspension } from './suspensions.data.ts';

const shortest = 10;

/** How a creator objects to a suspension or a pause: once, until a date. */
export function ObjectionForm({ suspension: { id, brand, object_until: until } }: { suspension: Suspension }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const send = useObjectToSuspension(id);
  const [text, setText] = useState('');
  const [isShort, setShort] = useState(false);
  const last = moment(until);
  const name = brand?.display_name ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    setShort(said.length < shortest);
    if (said.length >= shortest) send.mutate(said, { onSuccess: () => showToast(t`Objection sent.`) });
  };
  return (
    <form className={cases.form} onSubmit={submit} noValidate>
      <h3>
        <Trans>Object</Trans>
      </h3>
      <p>
        {brand ? (
          <Trans>
            If you think this is wrong, you can object once, until {last}. {name} then has 7 days to answer. Without an
            answer, the pause ends by itself.
          </Trans>
        ) : (
          <Trans>
            If you think this is wrong, you can object once, until {last}. We then have 7 days to answer. Without an
            answer, the suspension ends by itself.
          </Trans>
        )}
      </p>
      <TextArea
        label={t`Your objection`}
        hint={t`Say what is wrong, and what would show it.`}
        rows={5}
        maxLength={2000}
        value={text}
        error={isShort ? t`Please enter at least 10 characters.` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {send.error ? (
        <p className={cases.failed} role="alert">
          {t(failureText(send.error))}
        </p>
      ) : null}
      <div>
        <Button type="submit" busy={send.isPending}>
          <Trans>Send objection</Trans>
        </Button>
      </div>
    </form>
  );
}
