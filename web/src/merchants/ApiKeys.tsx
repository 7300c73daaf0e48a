import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { listApiKeys } from '@vitrine/contract/merchants.ts';
import { type FormEvent, useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Choices } from '../ui/Choices.tsx';
import { classes } from '../ui/classes.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { TextField } from '../ui/Field.tsx';
import { Table } from '../ui/Table.tsx';
import { showToast } from '../ui/toasts.ts';
import styles from './ApiKeys.module.css';
import { ScopeTicks, scopeTexts, usualScopes } from './key-scopes.tsx';
import { apiKeysQuery, useMerchantMutations } from './merchants.data.ts';

type ApiKey = DataOf<typeof listApiKeys>[number];

/** The keys with which the brand's shop reports orders and refunds. A key is shown only once, when it is created. */
export function ApiKeys({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const { moment, day } = useDates();
  const query = useQuery(apiKeysQuery(merchant));
  const keys = query.data ?? [];
  return (
    <section className={desk.section} aria-labelledby="api-keys">
      <div className={desk.sectionHead}>
        <h2 id="api-keys">
          <Trans>API keys</Trans>
        </h2>
        <a href="/docs/quickstart" target="_blank" rel="noopener">
          <Trans>How to report orders</Trans>
        </a>
      </div>
      <QueryState query={query} rows={1} loading={t`Loading API keys`} failed={t`We couldn’t load your API keys`} />
      {keys.length > 0 ? (
        <Table<ApiKey>
          caption={t`API keys`}
          rows={keys}
          keyOf={(key) => key.id}
          columns={[
            { label: t`Name`, look: 'main', cell: (key) => (key.is_test ? <TestKey name={key.name} /> : key.name) },
            { label: t`Prefix`, look: 'quiet', cell: (key) => key.hint },
            { label: t`Permissions`, cell: (key) => key.scopes.map((scope) => t(scopeTexts[scope])).join(', ') },
            { label: t`Created`, look: 'when', phone: 'named', cell: (key) => day(key.created_at) },
            {
              label: t`Last used`,
              look: 'when',
              phone: 'named',
              cell: (key) => (key.last_used_at ? moment(key.last_used_at) : '—'),
            },
            { label: t`Revoke`, look: 'actions', cell: (key) => <Revoke merchant={merchant} apiKey={key} /> },
          ]}
        />
      ) : null}
      <MakeKey merchant={merchant} />
    </section>
  );
}

function TestKey({ name }: { name: string }) {
  return (
    <>
      {name}{' '}
      <span className={classes(desk.mark, desk.beside)} data-look="wait">
        <Trans>Test</Trans>
      </span>
    </>
  );
}

/** A revoked key can't be restored, so the button asks for a second click in the same place. */
function Revoke({ merchant, apiKey }: { merchant: string; apiKey: ApiKey }) {
  const { t } = useLingui();
  const { day } = useDates();
  const { revokeKey } = useMerchantMutations(merchant);
  const [isConfirming, setConfirming] = useState(false);
  const { name } = apiKey;
  if (apiKey.revoked_at) {
    const at = day(apiKey.revoked_at);
    return <Trans>Revoked on {at}</Trans>;
  }
  if (!isConfirming)
    return (
      <Button small look="quiet" aria-label={t`Revoke ${name}`} onClick={() => setConfirming(true)}>
        <Trans>Revoke</Trans>
      </Button>
    );
  return (
    <Button
      small
      busy={revokeKey.isPending}
      onClick={() =>
        revokeKey.mutate(apiKey.id, { onSuccess: () => showToast(t`${name} revoked. The key no longer works.`) })
      }
    >
      <Trans>Revoke for good</Trans>
    </Button>
  );
}

function MakeKey({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const { makeKey } = useMerchantMutations(merchant);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'live' | 'test'>('live');
  const [scopes, setScopes] = useState([...usualScopes]);
  const problem = makeKey.error instanceof ApiProblem ? makeKey.error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    makeKey.mutate({ name: name.trim(), scopes, is_test: kind === 'test' }, { onSuccess: () => setName('') });
  };
  return (
    <form className={desk.form} onSubmit={submit} noValidate aria-label={t`Create API key`}>
      {makeKey.data ? (
        <div className={styles.secret} role="status">
          <p>
            <strong>
              <Trans>Copy this key now. You won’t see it again.</Trans>
            </strong>
          </p>
          <code className={desk.code}>{makeKey.data.key}</code>
          <div className={desk.actions}>
            <CopyButton
              small
              text={makeKey.data.key}
              label={t`Copy key`}
              copiedLabel={t`Copied`}
              failedLabel={t`Couldn’t copy`}
            />
          </div>
        </div>
      ) : null}
      <div className={desk.pair}>
        <TextField
          label={t`Key name`}
          name="name"
          value={name}
          maxLength={60}
          hint={t`What uses this key, like “Shop” or “Warehouse”.`}
          error={problem?.errors['name'] && t`Please enter a name of at most 60 characters.`}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Choices
        label={t`Kind of key`}
        value={kind}
        choices={[
          { value: 'live', label: t`Live key`, hint: t`Its orders earn commissions.` },
          {
            value: 'test',
            label: t`Test key`,
            hint: t`Its orders appear under “Test orders” with what they would have earned. They move no money.`,
          },
        ]}
        onChoose={setKind}
      />
      <ScopeTicks
        scopes={scopes}
        error={problem?.errors['scopes'] && t`Please choose at least one permission.`}
        onChange={setScopes}
      />
      <Refused error={problem?.code === 'validation_failed' ? null : makeKey.error} />
      <div className={desk.actions}>
        <Button type="submit" look="quiet" busy={makeKey.isPending}>
          <Trans>Create API key</Trans>
        </Button>
      </div>
    </form>
  );
}
