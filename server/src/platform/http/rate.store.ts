import type { FastifyRateLimitStore as Store, FastifyRateLimitStoreCtor as StoreClass } from '@fastify/rate-limit';
import type { RouteOptions } from 'fastify';
import type { CountExchange } from '../nats/count.exchange.ts';

type Window = { startMs: number; count: number; unsent: number };

/** As in the plugin's own store. */
const mostKeys = 5_000;

/** A key is sent from this part of the limit on, so that most clients are never sent. Three nodes then miss 4 % at most. */
const unsentPart = 1 / 50;

/**
 * Counts requests in windows, as the plugin's own store does, together with the other nodes. A window begins with the
 * first request on any node. What is above the limit is not sent: it changes nothing, and floods would be sent twice.
 */
export function sharedStoreOf(exchange: CountExchange, now: () => number): StoreClass {
  return class SharedStore implements Store {
    incr(): void {
      throw new Error('only calls have limits');
    }

    // The plugin passes the limit's options with the route inside; its types say the route itself.
    child(options: unknown): Store {
      const { routeInfo, timeWindow } = options as { routeInfo: RouteOptions; timeWindow: number };
      const name = `${[routeInfo.method].flat().join(',')} ${routeInfo.url}`;
      return createWindows(name, timeWindow, { exchange, now });
    }
  };
}

/** The counts of one call. */
export function createWindows(
  limit: string,
  windowMs: number,
  { exchange, now }: { exchange: CountExchange; now: () => number },
): Store {
  const windows = new Map<string, Window>();

  const openWindow = (key: string, startMs: number): Window => {
    const known = windows.get(key);
    windows.delete(key);
    const window = known && known.startMs + windowMs > now() ? known : { startMs, count: 0, unsent: 0 };
    if (windows.size >= mostKeys) for (const oldest of windows.keys()) if (windows.delete(oldest)) break;
    windows.set(key, window);
    return window;
  };

  exchange.receive(limit, (key, count, ageMs) => {
    if (ageMs >= windowMs) return;
    const startMs = now() - ageMs;
    const window = openWindow(key, startMs);
    window.startMs = Math.min(window.startMs, startMs);
    window.count += count;
  });

  const store: Store = {
    incr(key, callback, _windowMs, most) {
      const at = now();
      const window = openWindow(key, at);
      window.count += 1;
      if (window.count <= most) window.unsent += 1;
      if (window.unsent > 0 && window.count >= most * unsentPart) {
        exchange.send(limit, key, window.unsent, at - window.startMs);
        window.unsent = 0;
      }
      callback(null, { current: window.count, ttl: window.startMs + windowMs - at });
    },
    child: () => store,
  };
  return store;
}
