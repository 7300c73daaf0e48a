// A node claims a delivery before it sends it, so that no other node sends it as well. A claim of a node that died ends
// by itself, and the delivery is sent again. Uses the system role, because what is due belongs to all brands.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';

/** Longer than the time limit of a request, so that nothing is claimed twice while it is being sent. */
const claimMs = 60_000;
/** At once to one endpoint, from all nodes together. One that fails is tried with one request at a time. */
const mostOfAnEndpoint = 4;

/** `skipped`: an endpoint with something due that another transaction had locked. */
export type Claims = { claimed: DueDelivery[]; skipped: string | undefined };

export type DueDelivery = {
  merchant_id: string;
  id: string;
  endpoint_id: string;
  event_id: string;
  /** The number of this attempt, and of it since the delivery was created or replayed. */
  attempts: number;
  tries: number;
  url: string;
  sealed: Buffer;
  previous_sealed: Buffer | null;
  previous_until: Date | null;
  type: string;
  data: unknown;
  created_at: Date;
};

const room = sql`case when e.failing_since is null then ${mostOfAnEndpoint}::integer else 1 end`;

const ready = (now: Date) => sql`
    select e.id from webhook_endpoints e cross join lateral (
      select count(*) as requests from outgoing_deliveries d where d.merchant_id = e.merchant_id and d.endpoint_id = e.id
        and d.state = 'waiting' and d.claimed_until > ${now}
    ) flying
    where e.state = 'on'
      and exists (select from outgoing_deliveries d where d.merchant_id = e.merchant_id and d.endpoint_id = e.id and d.state = 'waiting'
        and (d.next_attempt_at is null or d.next_attempt_at <= ${now}) and (d.claimed_until is null or d.claimed_until <= ${now}))
      and flying.requests < ${room}`;

/**
 * Locks endpoints that have something due and room for it. Those with the fewest requests at the moment come first, and
 * equals in any order, so that the backlogs of some can't keep the others from the little room that a busy node has.
 */
async function lockReady(tx: Tx, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${ready(now)}
    order by e.failing_since is not null, flying.requests, random() limit ${most}
    for no key update of e skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Claims what is due, at most `most`, and counts the attempt. What was waiting longest goes first. */
export async function claimDue(ctx: Context, most: number): Promise<Claims> {
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const endpoints = await lockReady(tx, now, most);
    const skipped = endpoints.length < most ? await findSkipped(tx, now, endpoints) : undefined;
    if (endpoints.length === 0) return { claimed: [], skipped };
    // A statement of its own, so that it sees what others claimed before the lock.
    const { rows } = await sql<DueDelivery>`
      with due as (
        select d.merchant_id, d.id from webhook_endpoints e cross join lateral (
          select w.merchant_id, w.id from outgoing_deliveries w
          where w.merchant_id = e.merchant_id and w.endpoint_id = e.id and w.state = 'waiting'
            and (w.next_attempt_at is null or w.next_attempt_at <= ${now}) and (w.claimed_until is null or w.claimed_until <= ${now})
          order by w.next_attempt_at nulls first, w.created_at, w.id
          limit greatest(0, ${room} - (select count(*) from outgoing_deliveries c
            where c.merchant_id = e.merchant_id and c.endpoint_id = e.id and c.state = 'waiting' and c.claimed_until > ${now}))
          for update skip locked
        ) d
        where e.id = any(${endpoints}::uuid[]) limit ${most}
      )
      update outgoing_deliveries d
        set claimed_until = ${new Date(now.getTime() + claimMs)}, attempts = d.attempts + 1, tries = d.tries + 1
      from due, webhook_endpoints e, outgoing_events v
      where d.merchant_id = due.merchant_id and d.id = due.id
        and e.merchant_id = d.merchant_id and e.id = d.endpoint_id and v.merchant_id = d.merchant_id and v.id = d.event_id
      returning d.merchant_id, d.id, d.endpoint_id, d.event_id, d.attempts, d.tries,
        e.url, e.sealed, e.previous_sealed, e.previous_until, v.type, v.data, v.created_at`.execute(tx);
    return { claimed: rows, skipped };
  });
}

async function findSkipped(tx: Tx, now: Date, locked: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`${ready(now)} and e.id <> all(${locked}::uuid[]) limit 1`.execute(tx);
  return rows[0]?.id;
}

/** Resolves once nobody has the endpoint locked. Holds no other lock meanwhile, so it can't be part of a deadlock. */
export async function waitForEndpoint(ctx: Context, id: string): Promise<void> {
  await ctx.database.as({ role: 'system' }, (tx) =>
    sql`select from webhook_endpoints where id = ${id} for no key update`.execute(tx),
  );
}
