import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ShopSync } from '@vitrine/contract/shop-sync.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { shopSyncQuery, useShopSync } from './shop-sync.data.ts';
import { ShopSyncForm } from './ShopSyncForm.tsx';
import { syncFailure } from './sync-texts.ts';
import { ShopWebhooks } from './ShopWebhooks.tsx';
import { syncReason } from './shop-reasons.ts';
import styles from './shops.module.css';

/**
 * What we do in the shop with its access: webhooks, products and discount codes. `hasForm`: asks for the access if there is
 * none; until the shop is connected, the steps ask.
 */
export function ShopSyncSection({ merchant, hasForm }: { merchant: string; hasForm: boolean }) {
  const { data: sync } = useQuery(shopSyncQuery(merchant));
  if (!sync || (!sync.access && !hasForm)) return null;
  return (
    <section className={desk.section} aria-labelledby="shop-sync">
      <h2 id="shop-sync">
        <Trans>Webhooks, products and discount codes</Trans>
      </h2>
      {sync.access ? (
        <Connected merchant={merchant} sync={sync} access={sync.access} />
      ) : (
        <>
          <p className={desk.quiet}>
            <Trans>
              With access to your shop, we create its webhooks and keep your catalog up to date. You can then choose
              your creators’ discount codes from a list.
            </Trans>
          </p>
          <ShopSyncForm merchant={merchant} />
        </>
      )}
    </section>
  );
}

function Connected({
  merchant,
  sync,
  access,
}: {
  merchant: string;
  sync: ShopSync;
  access: NonNullable<ShopSync['access']>;
}) {
  const { t } = useLingui();
  const { start, disconnect } = useShopSync(merchant);
  const { domain, hint } = access;
  const { last } = sync;
  return (
    <>
      <div className={styles.status}>
        <ShopWebhooks sync={sync} />
      </div>
      <div className={styles.status}>
        <Progress sync={sync} />
        <dl className={desk.facts}>
          <div>
            <dt>
              <Trans>Shop</Trans>
            </dt>
            <dd>{domain}</dd>
          </div>
          <div>
            <dt>{access.way === 'token' ? <Trans>Access token</Trans> : <Trans>Client secret</Trans>}</dt>
            <dd>
              <code>{hint}</code>
            </dd>
          </div>
          {last ? <Result last={last} /> : null}
        </dl>
      </div>
      {last && last.reasons.length > 0 ? <Skipped reasons={last.reasons} /> : null}
      <Refused error={start.error ?? disconnect.error} />
      <div className={desk.actions}>
        <Button
          busy={start.isPending}
          onClick={() => start.mutate(undefined, { onSuccess: () => showToast(t`Sync started.`) })}
        >
          <Trans>Sync now</Trans>
        </Button>
        <Button
          look="quiet"
          busy={disconnect.isPending}
          onClick={() => disconnect.mutate(undefined, { onSuccess: () => showToast(t`Access removed.`) })}
        >
          <Trans>Remove access</Trans>
        </Button>
      </div>
      {sync.webhooks?.topics.some(({ state }) => state !== 'refused') ? (
        <p className={desk.quiet}>
          <Trans>Without the access we sync nothing more. The webhooks stay, so orders still arrive.</Trans>
        </p>
      ) : null}
      <details className={desk.fold}>
        <summary>
          <Trans>Replace the access</Trans>
        </summary>
        <ShopSyncForm merchant={merchant} />
      </details>
    </>
  );
}

function Progress({ sync: { running, failure, last } }: { sync: ShopSync }) {
  const { moment } = useDates();
  const seen = formatNumber(running?.seen ?? 0);
  if (failure) {
    const next = moment(failure.next_attempt_at);
    return (
      <p role="status" className={styles.fault}>
        {syncFailure(failure)} <Trans>Next try: {next}.</Trans>
      </p>
    );
  }
  const finished = last ? moment(last.finished_at) : '';
  return (
    <p role="status">
      {running?.reads === 'webhooks' ? (
        <Trans>Products and discount codes follow after the webhooks.</Trans>
      ) : running ? (
        <Trans>Syncing now: {seen} products read so far.</Trans>
      ) : last ? (
        <Trans>Last sync: {finished}. We sync every few hours.</Trans>
      ) : (
        <Trans>The first sync begins in a moment.</Trans>
      )}
    </p>
  );
}

function Result({ last }: { last: NonNullable<ShopSync['last']> }) {
  const { t } = useLingui();
  const figures = [
    [t`Added`, last.added],
    [t`Changed`, last.changed],
    [t`Unchanged`, last.unchanged],
    [t`Archived`, last.archived],
    [t`Skipped`, last.skipped],
    [t`Discount codes`, last.codes],
    [t`Codes ended`, last.codes_ended],
  ] as const;
  return figures.map(([label, count]) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{formatNumber(count)}</dd>
    </div>
  ));
}

function Skipped({ reasons }: { reasons: NonNullable<ShopSync['last']>['reasons'] }) {
  return (
    <details className={desk.fold}>
      <summary>
        <Trans>Why products were skipped</Trans>
      </summary>
      <ul className={styles.events}>
        {reasons.map(({ sku, reason }) => (
          <li key={`${sku} ${reason}`}>
            <code>{sku}</code> {syncReason(reason)}
          </li>
        ))}
      </ul>
    </details>
  );
}
