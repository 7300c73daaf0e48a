import { Trans, useLingui } from '@lingui/react/macro';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import type { WebhookEndpoint } from '@vitrine/contract/webhooks.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { formatNumber } from '../format/numbers.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Table } from '../ui/Table.tsx';
import { EndpointView } from './EndpointView.tsx';
import { EndpointForm } from './EndpointForm.tsx';
import { Secret } from './Secret.tsx';
import { eventChoices } from './webhook-texts.ts';
import { endpointsQuery, useCreateEndpoint } from './webhooks.data.ts';
import styles from './webhooks.module.css';

export default createLazyRoute('/brand-frame/brand/$merchant/settings/webhooks')({ component: WebhooksPage });

const route = getRouteApi('/brand-frame/brand/$merchant/settings/webhooks');

function WebhooksPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const { endpoint: openId } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(endpointsQuery(merchant));
  const [isCreating, setCreating] = useState(false);
  const endpoints = query.data ?? [];
  const open = endpoints.find(({ id }) => id === openId);
  return (
    <>
      <Masthead
        heading={t`Webhooks`}
        dateline={<Trans>Events from your brand, sent to your own server</Trans>}
        controls={
          endpoints.length > 0 && !open ? (
            <Button onClick={() => setCreating(true)}>
              <Trans>Create webhook</Trans>
            </Button>
          ) : null
        }
      />
      {open ? (
        <p className={styles.back}>
          <Link to="/brand/$merchant/settings/webhooks" params={{ merchant }}>
            <Trans>All webhooks</Trans>
          </Link>
        </p>
      ) : null}
      <QueryState query={query} rows={2} loading={t`Loading webhooks`} failed={t`We couldn’t load your webhooks`} />
      {query.data && endpoints.length === 0 ? <NoEndpoints onCreate={() => setCreating(true)} /> : null}
      {open ? (
        <EndpointView
          key={open.id}
          merchant={merchant}
          endpoint={open}
          onDeleted={() => void navigate({ search: {}, replace: true })}
        />
      ) : endpoints.length > 0 ? (
        <Endpoints merchant={merchant} endpoints={endpoints} />
      ) : null}
      {isCreating ? <NewEndpoint merchant={merchant} onClose={() => setCreating(false)} /> : null}
    </>
  );
}

function NoEndpoints({ onCreate }: { onCreate: () => void }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<IconWebhook size={28} stroke={1.4} />}
      title={t`No webhooks yet`}
      action={
        <Button onClick={onCreate}>
          <Trans>Create webhook</Trans>
        </Button>
      }
    >
      <Trans>We call your server as soon as an order is decided, a payout changes or a creator joins.</Trans>
    </EmptyState>
  );
}

type EndpointsProps = { merchant: string; endpoints: readonly WebhookEndpoint[] };

function Endpoints({ merchant, endpoints }: EndpointsProps) {
  const { t } = useLingui();
  const { day } = useDates();
  return (
    <Table<WebhookEndpoint>
      caption={t`Webhooks`}
      rows={endpoints}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t`Address`,
          look: 'main',
          cell: ({ id, url, description }) => (
            <>
              <Link
                to="/brand/$merchant/settings/webhooks"
                params={{ merchant }}
                search={{ endpoint: id }}
                className={`${desk.open} ${styles.address}`}
              >
                {url}
              </Link>
              {description ? <span className={desk.under}>{description}</span> : null}
            </>
          ),
        },
        { label: t`State`, phone: 'first', cell: (each) => <EndpointState endpoint={each} /> },
        { label: t`Events`, look: 'number', phone: 'named', cell: ({ events }) => formatNumber(events.length) },
        { label: t`Created`, look: 'when', phone: 'named', cell: (each) => day(each.created_at) },
      ]}
    />
  );
}

function EndpointState({ endpoint: { state, failing_since: since } }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui();
  const text = state === 'off' ? t`Off` : since ? t`Failing` : t`On`;
  return (
    <span className={desk.mark} data-look={state === 'on' && !since ? 'good' : 'bad'}>
      {text}
    </span>
  );
}

function NewEndpoint({ merchant, onClose }: { merchant: string; onClose: () => void }) {
  const { t } = useLingui();
  const create = useCreateEndpoint(merchant);
  return (
    <Drawer title={t`Create webhook`} closeLabel={t`Close`} onClose={onClose}>
      {create.data ? (
        <div className={desk.story}>
          <Secret secret={create.data.secret} />
          <div className={desk.actions}>
            <Link
              to="/brand/$merchant/settings/webhooks"
              params={{ merchant }}
              search={{ endpoint: create.data.endpoint.id }}
              onClick={onClose}
            >
              <Trans>Open this webhook</Trans>
            </Link>
          </div>
        </div>
      ) : (
        <EndpointForm
          label={t`Create webhook`}
          submit={t`Create webhook`}
          initial={{ url: '', description: '', events: [...eventChoices] }}
          error={create.error}
          busy={create.isPending}
          onSubmit={(body) => create.mutate(body)}
        />
      )}
    </Drawer>
  );
}
