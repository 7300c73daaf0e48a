import { change, selectRow, selectRows, type ShopDatabase } from './shop.database.ts';
import type { OutgoingWebhook, PlatformRules, ShopNews } from './shop.platform.ts';
import { findShop, type ShopPlatform, type StandInShop } from './shop.stock.ts';

// The webhooks that the stand-in shops send, kept in their database until they are accepted. All three platforms send
// the body of the moment of the event again, and give an endpoint five seconds to answer.

const timeoutMs = 5_000;

export type ShopEndpoint = { id: number; topics: string[]; address: string; secret: string; isOn: boolean };
export type QueuedWebhook = { id: number; topic: string; body: string; attempts: number; answer: string };

export type WebhookQueue = {
  /** Queues what a platform sends about the news, and starts to send it. */
  announce(shop: StandInShop, origin: string, news: ShopNews): void;
  /** Queues one webhook for one endpoint. */
  send(shop: StandInShop, endpoint: number, webhook: OutgoingWebhook): void;
  /** Sends everything at once that is waiting for its next attempt. */
  hurry(shop: StandInShop): void;
  /** Waits for the attempt that is under way, and sends nothing more. */
  stop(): Promise<void>;
};

type EndpointRow = { id: number; topics: string; address: string; secret: string; is_on: number };
const asEndpoint = ({ id, topics, address, secret, is_on: isOn }: EndpointRow): ShopEndpoint => ({
  id,
  topics: JSON.parse(topics),
  address,
  secret,
  isOn: isOn === 1,
});

export function listEndpoints(database: ShopDatabase, { host }: StandInShop): ShopEndpoint[] {
  return selectRows<EndpointRow>(database, 'select * from endpoints where shop = ? order by id', host).map(asEndpoint);
}

export function addEndpoint(
  database: ShopDatabase,
  { host }: StandInShop,
  { topics, address, secret }: { topics: readonly string[]; address: string; secret: string },
): number {
  const sql = 'insert into endpoints (shop, topics, address, secret) values (?, ?, ?, ?)';
  return change(database, sql, host, JSON.stringify(topics), address, secret);
}

export function removeEndpoints(database: ShopDatabase, { host }: StandInShop): void {
  change(database, 'delete from webhooks where endpoint in (select id from endpoints where shop = ?)', host);
  change(database, 'delete from endpoints where shop = ?', host);
}

/** The newest first. */
export function queuedWebhooksOf(database: ShopDatabase, { host }: StandInShop): QueuedWebhook[] {
  return selectRows<QueuedWebhook>(
    database,
    `select webhooks.id, topic, body, attempts, answer from webhooks join endpoints on endpoints.id = endpoint
     where shop = ? order by webhooks.id desc limit 100`,
    host,
  );
}

type DueRow = {
  id: number;
  event: string;
  topic: string;
  body: string;
  created_at: string;
  attempts: number;
  endpoint: number;
  address: string;
  secret: string;
  shop: string;
};

/** Makes one attempt; returns the status of the answer, or why there was none. */
async function attempt(row: DueRow, headers: Record<string, string>): Promise<{ isAccepted: boolean; answer: string }> {
  try {
    const answer = await fetch(row.address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: row.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.arrayBuffer();
    return { isAccepted: answer.ok, answer: String(answer.status) };
  } catch (error) {
    return { isAccepted: false, answer: error instanceof Error ? error.message : String(error) };
  }
}

/** Notes the outcome of an attempt: delivered, to be tried again, or given up. */
function note(
  database: ShopDatabase,
  row: DueRow,
  { retryAfterMs, offAfterFailures }: PlatformRules,
  { isAccepted, answer }: { isAccepted: boolean; answer: string },
  speed: number,
): void {
  const wait = isAccepted ? undefined : retryAfterMs[row.attempts];
  change(
    database,
    'update webhooks set attempts = attempts + 1, answer = ?, due_at = ? where id = ?',
    answer,
    wait === undefined ? null : Date.now() + wait / speed,
    row.id,
  );
  change(
    database,
    `update endpoints set failures = iif(?, 0, failures + 1), is_on = iif(not ? and failures + 1 >= ?, 0, is_on)
     where id = ?`,
    isAccepted ? 1 : 0,
    isAccepted ? 1 : 0,
    offAfterFailures,
    row.endpoint,
  );
}

const dueSql = `
  select webhooks.*, address, secret, shop from webhooks join endpoints on endpoints.id = endpoint
  where due_at is not null and is_on = 1 order by due_at, webhooks.id limit 1`;

/** `speed` shortens the waits between attempts: 60 makes a minute a second. */
export function openWebhookQueue(
  database: ShopDatabase,
  rulesOf: Record<ShopPlatform, PlatformRules>,
  speed = 1,
): WebhookQueue {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;

  /** One after the other, in the order of the events. */
  async function work(): Promise<void> {
    for (let row = selectRow<DueRow & { due_at: number }>(database, dueSql); row; row = selectRow(database, dueSql)) {
      if (isStopped) return;
      if (row.due_at > Date.now()) {
        timer = setTimeout(start, row.due_at - Date.now());
        return;
      }
      const shop = findShop(database, row.shop);
      if (!shop) return;
      const rules = rulesOf[shop.platform];
      const headers = rules.headersOf(
        shop,
        { id: row.endpoint, secret: row.secret },
        { id: row.id, event: row.event, topic: row.topic, body: row.body, createdAt: row.created_at },
      );
      note(database, row, rules, await attempt(row, headers), speed);
    }
  }

  function start(): void {
    clearTimeout(timer);
    working ??= work().finally(() => {
      working = undefined;
    });
  }

  function queue(shop: StandInShop, endpoint: number, event: string, { topic, body }: OutgoingWebhook): void {
    change(
      database,
      'insert into webhooks (endpoint, event, topic, body, created_at, due_at) values (?, ?, ?, ?, ?, ?)',
      endpoint,
      event,
      topic,
      JSON.stringify(body),
      new Date().toISOString(),
      Date.now(),
    );
  }

  start();
  return {
    announce(shop, origin, news) {
      const endpoints = listEndpoints(database, shop).filter(({ isOn }) => isOn);
      const rules = rulesOf[shop.platform];
      for (const webhook of rules.webhooksOf(shop, origin, news)) {
        for (const { id, topics } of endpoints)
          if (topics.includes(webhook.topic)) queue(shop, id, rules.newEventId(), webhook);
      }
      start();
    },
    send(shop, endpoint, webhook) {
      queue(shop, endpoint, rulesOf[shop.platform].newEventId(), webhook);
      start();
    },
    hurry({ host }) {
      change(
        database,
        `update webhooks set due_at = ? where due_at is not null
           and endpoint in (select id from endpoints where shop = ?)`,
        Date.now(),
        host,
      );
      start();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
      clearTimeout(timer);
    },
  };
}
