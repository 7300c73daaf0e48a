import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ShopSync } from '@vitrine/contract/shop-sync.ts';
import desk from '../consoles/Console.module.css';
import { topicName } from '../deliveries/delivery-texts.ts';
import styles from './shops.module.css';

type Webhooks = NonNullable<ShopSync['webhooks']>;
type Topic = Webhooks['topics'][number];

/** The webhooks that we create for the brand's app: which there are, and what to do about the others. */
export function ShopWebhooks({ sync: { webhooks, running } }: { sync: ShopSync }) {
  if (running?.reads === 'webhooks' || !webhooks)
    return (
      <p role="status">
        <Trans>We’re creating the webhooks in Shopify. That takes a few seconds.</Trans>
      </p>
    );
  if (webhooks.obstacle) return <Obstacle obstacle={webhooks.obstacle} />;
  return <Topics topics={webhooks.topics} />;
}

function Obstacle({ obstacle }: { obstacle: NonNullable<Webhooks['obstacle']> }) {
  return (
    <p role="status" className={styles.fault}>
      {obstacle === 'not_https' ? (
        <Trans>
          We created no webhooks: Shopify sends them only to addresses that begin with https://, and the address of this
          portal doesn’t. Ask its operator to set up https. Then choose “Sync now”.
        </Trans>
      ) : (
        <Trans>
          We created no webhooks, because we don’t know the secret with which your app signs them. Open “Replace the
          access” below and enter the access token again, together with the API secret key.
        </Trans>
      )}
    </p>
  );
}

/** Topics that were refused for the same reason, in their order. */
function byReason(refused: readonly Topic[]): Topic[][] {
  const groups = Map.groupBy(refused, ({ reason, detail }) => `${reason} ${detail}`);
  return [...groups.values()];
}

function Topics({ topics }: { topics: Topic[] }) {
  const { t } = useLingui();
  const refused = topics.filter(({ state }) => state === 'refused');
  const count = topics.length;
  const made = count - refused.length;
  return (
    <>
      <p role="status">
        <strong className={desk.mark} data-look={made === 0 ? 'bad' : refused.length > 0 ? 'part' : 'good'}>
          {made === 0 ? (
            <Trans>Shopify refused all webhooks</Trans>
          ) : refused.length > 0 ? (
            <Trans>
              {made} of {count} webhooks are set up
            </Trans>
          ) : (
            <Trans>All webhooks are set up</Trans>
          )}
        </strong>
      </p>
      {byReason(refused).map((group) => (
        <Refusal key={group[0]?.topic} topics={group} />
      ))}
      {made > 0 ? (
        <p className={desk.quiet}>
          <Trans>
            If you made webhooks for this address in Shopify yourself, under Settings, Notifications, delete them. Until
            then each event arrives twice. We count it once.
          </Trans>
        </p>
      ) : null}
      <details className={desk.fold}>
        <summary>
          <Plural value={count} one="View the webhook" other="View all # webhooks" />
        </summary>
        <dl className={desk.facts}>
          {topics.map(({ topic, state }) => (
            <div key={topic}>
              <dt>{topicName(topic, t)}</dt>
              <dd>
                {state === 'created'
                  ? t({ message: 'Created', context: 'webhook' })
                  : state === 'existing'
                    ? t`Already there`
                    : t`Refused`}
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function Refusal({ topics }: { topics: Topic[] }) {
  const { t, i18n } = useLingui();
  const [first] = topics;
  if (!first) return null;
  const names = new Intl.ListFormat(i18n.locale).format(topics.map(({ topic }) => topicName(topic, t)));
  const { reason, detail } = first;
  return (
    <p className={styles.fault}>
      <strong>{names}:</strong>{' '}
      {reason === 'scope_missing' ? (
        <Trans>
          the app lacks the permission <code>{detail}</code>. In the Dev Dashboard, release a version with it. Then
          choose “Sync now”.
        </Trans>
      ) : reason === 'customer_data' ? (
        <Trans>
          Shopify doesn’t give this app customers’ data, which orders contain. In the Dev Dashboard, open the API access
          of the app and request access to protected customer data. Then choose “Sync now”.
        </Trans>
      ) : (
        <Trans>Shopify refused with “{detail}”. Choose “Sync now” to try again, or create the webhook by hand.</Trans>
      )}
    </p>
  );
}
