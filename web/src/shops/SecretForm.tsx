import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ShopSource } from '@vitrine/contract/connections.ts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { zonesWith } from '../format/time-zones.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { showToast } from '../ui/toasts.ts';
import { secretReason } from './access-reasons.ts';
import { secretPlaces, shopNames } from './shop-texts.ts';
import { shopConnectionsQuery, useConnectionMutations } from './shops.data.ts';
import styles from './shops.module.css';

type SecretFormProps = { merchant: string; kind: ShopSource; isFirst: boolean };

/** The secret with which a shop signs: the first one, until it is saved, or one that replaces it. */
export function SecretForm({ merchant, kind, isFirst }: SecretFormProps) {
  const { data: shop } = useQuery(shopConnectionsQuery(merchant));
  const connection = shop?.connections.find((each) => each.kind === kind);
  const hint = connection?.secrets.find((secret) => secret.expires_at === null && !secret.of_app)?.hint;
  const zone = connection?.time_zone ?? null;
  if (!isFirst || hint === undefined) return <Fields merchant={merchant} kind={kind} isFirst={isFirst} saved={zone} />;
  return (
    <div className={styles.value}>
      <p>
        <Trans>
          The secret that ends with <code>{hint}</code> is saved.
        </Trans>
      </p>
      {connection?.state === 'connected' ? null : (
        <details className={desk.fold}>
          <summary>
            <Trans>Enter another secret</Trans>
          </summary>
          <Fields merchant={merchant} kind={kind} isFirst={false} saved={zone} />
        </details>
      )}
    </div>
  );
}

function Fields({ merchant, kind, isFirst, saved }: SecretFormProps & { saved: string | null }) {
  const asksZone = kind === 'woocommerce';
  const { t } = useLingui();
  const { connect } = useConnectionMutations(merchant, kind);
  const [secret, setSecret] = useState('');
  const [zone, setZone] = useState(() => saved ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const name = shopNames[kind];
  const problem = connect.error instanceof ApiProblem ? connect.error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { secret: secret.trim(), ...(asksZone && { time_zone: zone }) };
    connect.mutate(body, {
      onSuccess: () => {
        setSecret('');
        showToast(
          isFirst
            ? t`Secret saved. ${name} can now send webhooks.`
            : t`New secret saved. The one before stays valid for 48 hours.`,
        );
      },
    });
  };
  return (
    <form className={desk.form} onSubmit={submit} noValidate aria-label={t`Secret of ${name}`}>
      <TextField
        label={t`Secret`}
        name="secret"
        value={secret}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t(secretPlaces[kind])}
        error={problem?.errors['secret']?.map(secretReason).join('; ')}
        onChange={(event) => setSecret(event.target.value)}
      />
      {asksZone ? (
        <SelectField
          label={t`Time zone of your shop`}
          value={zone}
          choices={zonesWith(zone)}
          hint={t`In WordPress, under Settings, General.`}
          onChange={(event) => setZone(event.target.value)}
        />
      ) : null}
      <Refused error={problem?.code === 'validation_failed' ? null : connect.error} />
      <div className={desk.actions}>
        <Button type="submit" {...(!isFirst && { look: 'quiet' })} busy={connect.isPending}>
          {isFirst ? <Trans>Save secret</Trans> : <Trans>Replace secret</Trans>}
        </Button>
      </div>
    </form>
  );
}
