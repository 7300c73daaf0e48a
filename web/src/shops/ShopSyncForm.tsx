import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { showToast } from '../ui/toasts.ts';
import { appReason } from './access-reasons.ts';
import { useShopSync } from './shop-sync.data.ts';

type Way = 'client' | 'token';

/** The shop's address, and the client of an app or its token. */
export function ShopSyncForm({ merchant }: { merchant: string }) {
  const { t } = useLingui();
  const { connect } = useShopSync(merchant);
  const [way, setWay] = useState<Way>('client');
  const [values, setValues] = useState({
    domain: '',
    access_token: '',
    api_secret_key: '',
    client_id: '',
    client_secret: '',
  });
  const problem = connect.error instanceof ApiProblem ? connect.error : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { domain, access_token: token, api_secret_key: key, client_id: id, client_secret: secret } = values;
    const access =
      way === 'token'
        ? { access_token: token.trim(), ...(key.trim() !== '' && { api_secret_key: key.trim() }) }
        : { client_id: id.trim(), client_secret: secret.trim() };
    connect.mutate(
      { domain: domain.trim(), ...access },
      { onSuccess: () => showToast(t`Access saved. We create the webhooks now.`) },
    );
  };
  const field = (name: keyof typeof values, label: string, hint: string) => (
    <TextField
      label={label}
      name={name}
      value={values[name]}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
      error={problem?.errors[name]?.map(appReason).join('; ')}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
    />
  );
  return (
    <form className={desk.form} onSubmit={submit} noValidate aria-label={t`Access to your shop`}>
      {field('domain', t`Shop address`, t`It ends with .myshopify.com. Shopify shows it under Settings, Domains.`)}
      <Segments<Way>
        label={t`Where the app was made`}
        value={way}
        choices={[
          { value: 'client', label: t`Dev Dashboard` },
          { value: 'token', label: t`Shop settings` },
        ]}
        onChoose={setWay}
      />
      {way === 'client' ? (
        <>
          {field('client_id', t`Client ID`, t`In the Dev Dashboard, in the settings of the app.`)}
          {field(
            'client_secret',
            t`Client secret`,
            t`Below the client ID. Your app signs its webhooks with it, so you enter it only here.`,
          )}
        </>
      ) : (
        <>
          {field(
            'access_token',
            t`Access token`,
            t`Of an app that was made in the shop’s settings before 2026. It begins with shpat_.`,
          )}
          {field('api_secret_key', t`API secret key`, t`Below the token. The app signs its webhooks with it.`)}
        </>
      )}
      <Refused error={problem?.code === 'validation_failed' ? null : connect.error} />
      <div className={desk.actions}>
        <Button type="submit" busy={connect.isPending}>
          <Trans>Save access</Trans>
        </Button>
      </div>
    </form>
  );
}
