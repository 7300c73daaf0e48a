import { Trans, useLingui } from '@lingui/react/macro';
import type { WebhookEndpoint } from '@vitrine/contract/webhooks.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { Switch } from '../ui/Switch.tsx';
import { showToast } from '../ui/toasts.ts';
import { EndpointForm } from './EndpointForm.tsx';
import { SentEvents } from './SentEvents.tsx';
import { Secret } from './Secret.tsx';
import { eventNames, offReasons } from './webhook-texts.ts';
import { type EndpointPlace, useEndpointMutations } from './webhooks.data.ts';
import styles from './webhooks.module.css';

type EndpointProps = { merchant: string; endpoint: WebhookEndpoint; onDeleted: () => void };

/** One endpoint: whether it is on, what it gets, its secret, and its log. */
export function EndpointView({ merchant, endpoint, onDeleted }: EndpointProps) {
  const at = { merchant, endpointId: endpoint.id };
  return (
    <div className={desk.sections}>
      <Settings at={at} endpoint={endpoint} onDeleted={onDeleted} />
      <SentEvents at={at} isOn={endpoint.state === 'on'} />
    </div>
  );
}

type SettingsProps = { at: EndpointPlace; endpoint: WebhookEndpoint; onDeleted: () => void };

function Settings({ at, endpoint, onDeleted }: SettingsProps) {
  const { t } = useLingui();
  const { change, rotate, sendTest } = useEndpointMutations(at);
  const [isEditing, setEditing] = useState(false);
  const isOn = endpoint.state === 'on';
  return (
    <section className={desk.section} aria-labelledby="endpoint">
      <h2 id="endpoint" className={styles.address}>
        {endpoint.url}
      </h2>
      {endpoint.description ? <p className={desk.quiet}>{endpoint.description}</p> : null}
      <Switch
        label={t`Send events`}
        hint={<Hint endpoint={endpoint} />}
        on={isOn}
        disabled={change.isPending}
        onTurn={(turned) => change.mutate({ state: turned ? 'on' : 'off' })}
      />
      <p className={desk.quiet}>{endpoint.events.map((name) => t(eventNames[name])).join(', ')}</p>
      {rotate.data ? <Secret secret={rotate.data.secret} /> : null}
      <Refused error={change.error ?? rotate.error ?? sendTest.error} />
      <div className={desk.actions}>
        <Button
          look="quiet"
          disabled={!isOn}
          busy={sendTest.isPending}
          onClick={() => sendTest.mutate(undefined, { onSuccess: () => showToast(t`Test event on its way`) })}
        >
          <Trans>Send test event</Trans>
        </Button>
        <Button look="quiet" onClick={() => setEditing(true)}>
          <Trans>Edit webhook</Trans>
        </Button>
        <Confirmed
          label={t`Rotate secret`}
          confirm={t`Make a new secret`}
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate()}
        />
        <Remove at={at} onDeleted={onDeleted} />
      </div>
      {isEditing ? (
        <Drawer title={t`Edit webhook`} closeLabel={t`Close`} onClose={() => setEditing(false)}>
          <EndpointForm
            label={t`Edit webhook`}
            submit={t`Save changes`}
            initial={endpoint}
            error={change.error}
            busy={change.isPending}
            onSubmit={({ url, description, events }) =>
              change.mutate(
                { url, description, events },
                {
                  onSuccess: () => {
                    setEditing(false);
                    showToast(t`Saved.`);
                  },
                },
              )
            }
          />
        </Drawer>
      ) : null}
    </section>
  );
}

function Hint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui();
  const { moment } = useDates();
  if (endpoint.off_reason) return t(offReasons[endpoint.off_reason]);
  if (endpoint.failing_since) {
    const since = moment(endpoint.failing_since);
    return <Trans>No request has succeeded since {since}. The log says why.</Trans>;
  }
  if (endpoint.previous_secret_until) {
    const until = moment(endpoint.previous_secret_until);
    return <Trans>Requests are signed with the previous secret as well until {until}.</Trans>;
  }
  return null;
}

type ConfirmedProps = { label: string; confirm: string; busy: boolean; onConfirm: () => void };

/** Asks for a second click in the same place. */
function Confirmed({ label, confirm, busy, onConfirm }: ConfirmedProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button look="quiet" busy={busy} onClick={() => setAsking(true)}>
        {label}
      </Button>
    );
  return (
    <Button
      busy={busy}
      onClick={() => {
        setAsking(false);
        onConfirm();
      }}
    >
      {confirm}
    </Button>
  );
}

function Remove({ at, onDeleted }: { at: EndpointPlace; onDeleted: () => void }) {
  const { t } = useLingui();
  const { remove } = useEndpointMutations(at);
  return (
    <Confirmed
      label={t`Delete webhook`}
      confirm={t`Delete it with its log`}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onDeleted();
            showToast(t`Webhook deleted`);
          },
        })
      }
    />
  );
}
