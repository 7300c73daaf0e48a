import { randomUUID } from 'node:crypto';
import type { NatsLink } from './link.ts';

// Nodes tell each other what they counted, so that a limit applies to all of them together. What is lost is not repaired:
// a node then counts less than there was, until the window of the limit ends.

/** Takes what another node counted under a key. `ageMs` is how long its window has been open. */
export type TakeCount = (key: string, count: number, ageMs: number) => void;

export type CountExchange = {
  send(limit: string, key: string, count: number, ageMs: number): void;
  receive(limit: string, take: TakeCount): void;
};

const subject = 'vitrine.counts';
/** What is counted within this time goes in one text. With a shorter time, limits are more exact and texts more frequent. */
const collectMs = 20;
const mostKeys = 500;
/** A text can come from anyone who has the password of NATS. */
const mostCounted = 100_000;

type Count = { limit: string; key: string; count: number; ageMs: number };

export function createCountExchange(link: NatsLink): CountExchange {
  const node = randomUUID();
  const takers = new Map<string, TakeCount>();
  let collected = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const counts = [...collected.values()].filter(({ count }) => count !== 0);
    collected = new Map();
    if (counts.length > 0 && link.isUp()) link.publish(subject, countsText(node, counts));
  };

  link.listen(subject, (text) => {
    const received = countsIn(text);
    if (received === undefined || received.node === node) return;
    for (const { limit, key, count, ageMs } of received.counts) takers.get(limit)?.(key, count, ageMs);
  });

  return {
    send(limit, key, count, ageMs) {
      const place = `${limit}\n${key}`;
      const before = collected.get(place)?.count ?? 0;
      collected.set(place, { limit, key, count: before + count, ageMs });
      timer ??= setTimeout(flush, collectMs).unref();
      if (collected.size >= mostKeys) flush();
    },
    receive: (limit, take) => void takers.set(limit, take),
  };
}

export function countsText(node: string, counts: readonly Count[]): string {
  return JSON.stringify([
    node,
    ...counts.map(({ limit, key, count, ageMs }) => [limit, key, count, Math.round(ageMs)]),
  ]);
}

/** undefined if it is not such a text. */
export function countsIn(text: string): { node: string; counts: Count[] } | undefined {
  const [node, ...rows] = listIn(text);
  if (typeof node !== 'string' || rows.length > mostKeys) return undefined;
  return { node, counts: rows.flatMap(countIn) };
}

function listIn(text: string): unknown[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}

function countIn(row: unknown): Count[] {
  if (!Array.isArray(row)) return [];
  const [limit, key, count, ageMs] = row as unknown[];
  if (typeof limit !== 'string' || typeof key !== 'string') return [];
  if (typeof count !== 'number' || !Number.isInteger(count) || Math.abs(count) > mostCounted) return [];
  return typeof ageMs === 'number' && ageMs >= 0 ? [{ limit, key, count, ageMs }] : [];
}
