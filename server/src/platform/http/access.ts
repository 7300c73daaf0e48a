import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { streamEvents } from '@vitrine/contract/events.ts';
import type { Actor } from '../actor.ts';
import type { Log } from '../log.ts';
import type { Proxies } from './proxies.ts';

// What is known of each request after its response: a line in the log at `info`, and the metrics. Both name the route
// and never the address, because some addresses contain a one-time code.

/** Requests without a route: an unknown address, or a page of the portal, which knows its own routes. */
const noRoute = 'other';

/**
 * The network of an address: an IPv4 address without its last number, or the first 48 bits of an IPv6 address. Enough
 * to tell one attacker from many, and not one person from another.
 */
export function shortenedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0');
  const [head = ''] = plain.split('::');
  const groups = head.split(':').filter(Boolean).slice(0, 3);
  return `${groups.join(':')}::`;
}

/** The user, shop or operator of a request, as in the audit log. */
function callerOf(actor: Actor): Record<string, string> {
  if (actor.kind === 'person') return { user: actor.userId };
  return actor.kind === 'shop' ? { merchant: actor.merchantId } : {};
}

function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? noRoute;
}

/** A live stream lasts as long as its page. */
const isStream = (route: string) => route.endsWith(streamEvents.path);

/** What machines ask every few seconds. At the usual level, only an answer that says what is wrong is worth a line. */
const probes = new Set(['/healthz', '/readyz', '/metrics']);
const levelOf = (route: string, status: number) => (probes.has(route) && status === 200 ? 'debug' : 'info');

export function watchRequests(app: FastifyInstance, metrics: Registry): void {
  const duration = new Histogram({
    name: 'vitrine_http_request_seconds',
    help: 'Time to answer a request, by route and status. Live streams are counted in vitrine_live_streams.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, log, actor, ip } = request;
    const route = routeOf(request);
    const { statusCode: status, elapsedTime: milliseconds } = reply;
    if (!isStream(route)) duration.observe({ method, route, status }, milliseconds / 1_000);
    log[levelOf(route, status)](
      {
        method,
        route,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        client: shortenedAddress(ip),
        request_id: request.id,
        ...callerOf(actor),
      },
      'request',
    );
  });
}

type Lane = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The same line for shortlinks, which never reach the app and have metrics of their own. */
export function watchRedirects(lane: Lane, proxies: Proxies, log: Log): Lane {
  if (!log.isLevelEnabled('info')) return lane;
  return (request, response) => {
    const startedAt = performance.now();
    const isTaken = lane(request, response);
    if (!isTaken) return false;
    const client = shortenedAddress(proxies.clientOf(request));
    response.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      log.info({ method: request.method, route: '/s/:code', status: response.statusCode, ms, client }, 'request');
    });
    return true;
  };
}
