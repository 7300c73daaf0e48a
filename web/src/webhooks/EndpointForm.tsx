import { Trans, useLingui } from '@lingui/react/macro';
import type { SubscribedEvent } from '@vitrine/contract/webhooks.events.ts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { addressReason } from '../brand/reason-texts.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Tick } from '../ui/Tick.tsx';
import { eventChoices, eventNames } from './webhook-texts.ts';
import styles from './webhooks.module.css';

export type EndpointFields = { url: string; description: string; events: SubscribedEvent[] };

type EndpointFormProps = {
  label: string;
  submit: string;
  initial: EndpointFields;
  error: Error | null;
  busy: boolean;
  onSubmit: (fields: EndpointFields) => void;
};

/** Address, description and events of an endpoint. */
export function EndpointForm({ label, submit, initial, error, busy, onSubmit }: EndpointFormProps) {
  const { t } = useLingui();
  const [fields, setFields] = useState(initial);
  const problem = error instanceof ApiProblem ? error : undefined;
  const reasonsOf = (name: string) => problem?.errors[name]?.map(addressReason).join('; ');
  const [urlReason, textReason] = [reasonsOf('url'), reasonsOf('description')];
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ ...fields, url: fields.url.trim(), description: fields.description.trim() });
  };
  const turn = (name: SubscribedEvent, isOn: boolean) =>
    setFields({
      ...fields,
      events: eventChoices.filter((each) => (each === name ? isOn : fields.events.includes(each))),
    });
  return (
    <form className={desk.form} onSubmit={send} noValidate aria-label={label}>
      <TextField
        label={t`Address`}
        name="url"
        type="url"
        inputMode="url"
        placeholder="https://shop.example/webhooks"
        value={fields.url}
        maxLength={500}
        spellCheck={false}
        hint={t`Begins with https:// and answers with a status from 200 to 299.`}
        error={urlReason && t`This address ${urlReason}.`}
        onChange={(event) => setFields({ ...fields, url: event.target.value })}
      />
      <TextField
        label={t`Description (optional)`}
        name="description"
        value={fields.description}
        maxLength={100}
        error={textReason && t`This description ${textReason}.`}
        onChange={(event) => setFields({ ...fields, description: event.target.value })}
      />
      <fieldset className={styles.events}>
        <legend>
          <Trans>Events</Trans>
        </legend>
        {eventChoices.map((name) => (
          <Tick
            key={name}
            checked={fields.events.includes(name)}
            onChange={(event) => turn(name, event.target.checked)}
          >
            {t(eventNames[name])}
          </Tick>
        ))}
        {problem?.errors['events'] ? <p className={styles.error}>{t`Choose at least one event.`}</p> : null}
      </fieldset>
      <Refused error={problem?.code === 'validation_failed' ? null : error} />
      <div className={desk.actions}>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
