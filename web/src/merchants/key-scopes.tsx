import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiKeyScope } from '@vitrine/contract/merchants.ts';
import { Tick } from '../ui/Tick.tsx';
import styles from './ApiKeys.module.css';

/** What each permission of a key allows. */
export const scopeTexts = {
  'orders:write': msg`Report orders and refunds`,
  'orders:read': msg`Read orders`,
  'products:write': msg`Add and change products`,
  'products:read': msg`Read products`,
  'codes:write': msg`Assign and end discount codes`,
  'codes:read': msg`Read discount codes`,
  'creators:read': msg`Read your creators`,
  'links:read': msg`Read creators’ links and clicks`,
  'commissions:read': msg`Read commissions`,
  'payouts:read': msg`Read payouts`,
} satisfies Record<ApiKeyScope, MessageDescriptor>;

/** What a shop needs to report its sales. */
export const usualScopes: readonly ApiKeyScope[] = ['orders:write', 'orders:read'];

type ScopeTicksProps = {
  scopes: readonly ApiKeyScope[];
  error: string | undefined;
  onChange: (scopes: ApiKeyScope[]) => void;
};

export function ScopeTicks({ scopes, error, onChange }: ScopeTicksProps) {
  const { t } = useLingui();
  // The keys of a record are texts to the compiler.
  const all = Object.keys(scopeTexts) as ApiKeyScope[];
  return (
    <fieldset className={styles.scopes}>
      <legend>
        <Trans>Permissions</Trans>
      </legend>
      {all.map((scope) => (
        <Tick
          key={scope}
          checked={scopes.includes(scope)}
          onChange={({ target }) =>
            onChange(all.filter((each) => (each === scope ? target.checked : scopes.includes(each))))
          }
        >
          {t(scopeTexts[scope])}
        </Tick>
      ))}
      {error ? <p role="alert">{error}</p> : null}
    </fieldset>
  );
}
