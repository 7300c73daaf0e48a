import { Trans, useLingui } from '@lingui/react/macro';
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
import { secretPlaces, shopNames } from './shop-texts.ts';
import { useConnectionMutations } from './shops.data.ts';

/** The secret with which a shop signs: the first one, or one that replaces it. */
export function SecretForm({ merchant, kind, isFirst }: { merchant: string; kind: ShopSource; isFirst: boolean }) {
  const asksZone = kind === 'woocommerce' && isFirst;
  const { t } = useLingui();
  const { connect } = useConnectionMutations(merchant, kind);
  const [secret, setSecret] = useState('');
  const [zone, setZone] = useState(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
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
        error={problem?.errors['secret']?.join('; ')}
        onChange={(event) => setSecret(event.target.value)}
      />
      {asksZone ? (
        <SelectField
          label={t`Time zone of your shop`}
          value={zone}
          choices={zonesWith(zone)}
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
