// Counts deliveries whose signature is wrong. Anyone on the internet can send these, so nothing of their content is
// stored, and they share one row for each brand, outcome and minute. Those that come while a statement runs wait for
// the next one, so any number of them at once takes two statements. Uses the system role, because a statement is about
// several brands, and about addresses that no brand has.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { newId } from '../platform/ids.ts';

/** `merchantId` is null if no brand has the address that was called. */
export type RefusedDelivery = { merchantId: string | null; source: string; requestId: string };

type Counted = RefusedDelivery & { outcome: string; minute: Date; firstAt: Date; lastAt: Date; count: number };
type Counter = (refused: RefusedDelivery) => Promise<void>;

const minuteMs = 60_000;
const counters = new WeakMap<Context, Counter>();

async function store(ctx: Context, counted: readonly Counted[]): Promise<void> {
  const values = counted.map(
    (row) =>
      sql`(${newId(row.firstAt)}::uuid, ${row.merchantId}::uuid, ${row.source}, ${row.outcome}, ${row.requestId},
        ${row.firstAt}::timestamptz, ${row.lastAt}::timestamptz, ${row.minute}::timestamptz, ${row.lastAt}::timestamptz, ${row.count}::integer, true)`,
  );
  await ctx.database.as({ role: 'system' }, (tx) =>
    sql`insert into delivery_log
        (id, merchant_id, source, outcome, request_id, received_at, processed_at, minute, last_received_at, count, is_open)
      values ${sql.join(values)}
      on conflict (merchant_id, source, outcome, minute) where minute is not null do update set
        count = delivery_log.count + excluded.count, request_id = excluded.request_id,
        last_received_at = greatest(delivery_log.last_received_at, excluded.last_received_at),
        is_open = true, closed_as = null, closed_by = null, close_reason = null, closed_at = null`.execute(tx),
  );
}

function createCounter(ctx: Context): Counter {
  let waiting = new Map<string, Counted>();
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const storeWaiting = async (): Promise<void> => {
    // In the order of their keys, so that two nodes never wait for each other's rows.
    const counted = [...waiting].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    waiting = new Map();
    next = undefined;
    try {
      await store(ctx, counted);
    } catch (error) {
      const lost = counted.reduce((sum, { count }) => sum + count, 0);
      ctx.log.warn({ err: error, lost }, 'could not count refused deliveries');
    }
  };
  return (refused) => {
    const at = ctx.clock.now();
    const minute = new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);
    const outcome = refused.merchantId === null ? 'unknown_brand' : 'signature_invalid';
    const key = `${minute.toISOString()} ${refused.source} ${refused.merchantId ?? ''}`;
    const before = waiting.get(key) ?? { ...refused, outcome, minute, firstAt: at, count: 0 };
    waiting.set(key, { ...before, requestId: refused.requestId, lastAt: at, count: before.count + 1 });
    next ??= running = running.then(storeWaiting);
    return next;
  };
}

/** Counts a refused delivery. Resolves once it is stored, or logged as lost if the database doesn't answer. */
export function countRefused(ctx: Context, refused: RefusedDelivery): Promise<void> {
  const counter = counters.get(ctx) ?? createCounter(ctx);
  counters.set(ctx, counter);
  return counter(refused);
}
