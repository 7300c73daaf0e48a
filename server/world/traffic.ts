import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

// Shoppers who click, and a shop that sends orders for some of the clicks, at fixed rates whatever the answers take. Like
// behind a load balancer, a request that a node doesn't answer goes to the next one.

export type Traffic = {
  /** Click ids of all redirects that were answered. */
  clicks: string[];
  /** Clicks that no node redirected. */
  failedClicks: number;
  /** Requests that a second node had to answer. */
  movedOn: number;
  orders: SentOrder[];
};

export type SentOrder = {
  orderId: string;
  sentAt: number;
  /** When it was acknowledged; undefined: never. */
  acknowledgedAt: number | undefined;
  /** The outcome in the first answer; undefined: it was kept and not decided yet. */
  outcome: string | undefined;
};

export type TrafficOptions = {
  redirects: readonly string[];
  apis: readonly string[];
  /** Paths of shortlinks. */
  links: readonly string[];
  apiKey: string;
  clicksPerSecond: number;
  ordersPerSecond: number;
  seconds: number;
};

/**
 * How long after its click an order is sent: half of them at once, so that their clicks are still in the click log, and
 * the others later. Shoppers who all need equally long are a bot, each of whose orders is examined in full.
 */
const buysAfterMs = (number: number): number => (number % 2 === 0 ? 500 : 500 + ((number * 617) % 11_500));
/** The most clicks that are kept for orders. */
const mostBuyers = 10_000;
const shopRepeatsAfterMs = 500;
const shopGivesUpAfterMs = 90_000;
const tickMs = 20;

type Answer = { status: number; location: string; body: string };
type Sent = { method: string; headers: Record<string, string>; body?: string; timeoutMs: number };

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

async function send(url: string, { method, headers, body, timeoutMs }: Sent): Promise<Answer> {
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = request(url, { agent, method, headers, timeout: timeoutMs });
    call.on('response', resolve);
    call.on('error', reject);
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    call.end(body);
  });
  return {
    status: answered.statusCode ?? 0,
    location: answered.headers.location ?? '',
    body: await text(answered),
  };
}

function addressOf(number: number): string {
  return `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

type Click = { clickId: string; at: number };

/** Takes the click of an order out of the recent ones, which are sorted by time. */
function takeClick(recent: Click[], number: number): Click | undefined {
  const before = performance.now() - buysAfterMs(number);
  // At first there are no clicks that old.
  const last = Math.max(
    0,
    recent.findLastIndex(({ at }) => at <= before),
  );
  // Earlier ones stay for other orders that are due at this moment.
  const [bought] = recent.splice(last, 1);
  recent.splice(0, Math.max(0, last - mostBuyers));
  return bought;
}

export async function driveTraffic(options: TrafficOptions): Promise<Traffic> {
  const traffic: Traffic = { clicks: [], failedClicks: 0, movedOn: 0, orders: [] };
  const recent: Click[] = [];
  const running = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };

  const click = async (number: number): Promise<void> => {
    const { redirects, links } = options;
    const headers = {
      'X-Forwarded-For': addressOf(number),
      'User-Agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    };
    for (const [attempt] of redirects.entries()) {
      const node = redirects[(number + attempt) % redirects.length] ?? '';
      const url = `${node}${links[number % links.length] ?? ''}`;
      const answer = await send(url, { method: 'GET', headers, timeoutMs: 2_000 }).catch(() => undefined);
      const clickId = answer?.status === 302 ? new URL(answer.location).searchParams.get('vt_click') : null;
      if (clickId === null) {
        traffic.movedOn += 1;
        continue;
      }
      traffic.clicks.push(clickId);
      recent.push({ clickId, at: performance.now() });
      return;
    }
    traffic.failedClicks += 1;
  };

  const order = async (number: number): Promise<void> => {
    const bought = takeClick(recent, number);
    if (bought === undefined) return;
    const sent: SentOrder = {
      orderId: `T${number}`,
      sentAt: performance.now(),
      acknowledgedAt: undefined,
      outcome: undefined,
    };
    traffic.orders.push(sent);
    const price = { amount: '4800', currency: 'USD' };
    const body = JSON.stringify({
      order_id: sent.orderId,
      currency: 'USD',
      placed_at: new Date().toISOString(),
      click_id: bought.clickId,
      lines: [{ line_id: '1', sku: 'serum', title: 'Dew Serum', quantity: 1, unit_price: price }],
    });
    const headers = { Authorization: `Bearer ${options.apiKey}`, 'Content-Type': 'application/json' };
    for (let attempt = 0; performance.now() - sent.sentAt < shopGivesUpAfterMs; attempt += 1) {
      const api = options.apis[(number + attempt) % options.apis.length] ?? '';
      const answer = await send(`${api}/api/v1/orders`, { method: 'POST', headers, body, timeoutMs: 15_000 }).catch(
        () => undefined,
      );
      if (answer !== undefined && answer.status >= 200 && answer.status < 300) {
        sent.acknowledgedAt = performance.now();
        const { data }: { data: { decision: { outcome: string } | null } } = JSON.parse(answer.body);
        sent.outcome = data.decision?.outcome;
        return;
      }
      await pause(shopRepeatsAfterMs);
    }
  };

  const startedAt = performance.now();
  let clicked = 0;
  let ordered = 0;
  for (;;) {
    const seconds = Math.min((performance.now() - startedAt) / 1_000, options.seconds);
    for (; clicked < seconds * options.clicksPerSecond; clicked += 1) track(click(clicked));
    for (; ordered < (seconds - 1) * options.ordersPerSecond; ordered += 1) track(order(ordered));
    if (seconds >= options.seconds) break;
    await pause(tickMs);
  }
  while (running.size > 0) await Promise.all(running);
  return traffic;
}
