import { isEventFor } from '@vitrine/contract/events.ts';
import { brandRole, type BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Person } from '../actor.ts';
import type { Tx } from '../database/database.ts';
import { type AudienceName, mostAtOnce, audienceParts, type Positions } from './stream.positions.ts';

export type StoredEvent = { audience: AudienceName; seq: bigint; kind: string; payload: Record<string, unknown> };

/** For an event that a reader of its audience may not get. */
export const hiddenEvent = 'hidden';

/** What a reader sees of an event in addition to what is stored; `undefined` if that is all they may see. */
type Addition = (event: StoredEvent, person: Person) => Record<string, unknown> | typeof hiddenEvent | undefined;

/**
 * What a domain adds to its events when they are sent, so that a screen needs no other call. It is read then, and not
 * stored with the event: what was erased or changed in the meantime is not sent, and there is no second copy.
 */
export type Completion = {
  kinds: readonly string[];
  read(ctx: Context, tx: Tx, events: readonly StoredEvent[]): Promise<Addition>;
};

/** Events of one read, in order, and the audiences that have more. */
export type EventRead = { events: StoredEvent[]; full: AudienceName[]; additionsOf: Addition };

const columns = ['audience_user', 'audience_merchant', 'audience_creators'] as const;

function eventsAfter(positions: Positions, column: (typeof columns)[number]) {
  const own = [...positions].filter(([name]) => audienceParts(name).column === column);
  const ids = own.map(([name]) => audienceParts(name).id);
  const after = own.map(([, position]) => String(position));
  return sql`select wanted.audience, e.seq, e.kind, e.payload
    from unnest(${own.map(([name]) => name)}::text[], ${ids}::uuid[], ${after}::bigint[]) as wanted(audience, id, after)
      cross join lateral (
        select seq, kind, payload from events
        where ${sql.ref(column)} = wanted.id and seq > wanted.after order by seq limit ${mostAtOnce}) e`;
}

async function additionsFor(
  ctx: Context,
  tx: Tx,
  completions: readonly Completion[],
  events: readonly StoredEvent[],
): Promise<Addition> {
  const byKind = new Map<string, Addition[]>();
  for (const { kinds, read } of completions) {
    const own = events.filter(({ kind }) => kinds.includes(kind));
    if (own.length === 0) continue;
    const addition = await read(ctx, tx, own);
    for (const kind of kinds) byKind.set(kind, [...(byKind.get(kind) ?? []), addition]);
  }
  return (event, person) => {
    const parts = (byKind.get(event.kind) ?? []).map((addition) => addition(event, person));
    return parts.includes(hiddenEvent) ? hiddenEvent : Object.assign({}, ...parts);
  };
}

const brandOf = (name: AudienceName) => (name.startsWith('merchant ') ? audienceParts(name).id : undefined);

/** What each of the staff is to the brands of these events now. It can have changed since a stream was opened. */
async function rolesFor(tx: Tx, events: readonly StoredEvent[]): Promise<Map<string, BrandRole>> {
  const brands = [...new Set(events.flatMap(({ audience }) => brandOf(audience) ?? []))];
  if (brands.length === 0) return new Map();
  const staff = await tx
    .selectFrom('merchant_staff')
    .select(['merchant_id', 'user_id', 'role'])
    .where('merchant_id', 'in', brands)
    .execute();
  return new Map(staff.map(({ merchant_id, user_id, role }) => [`${merchant_id} ${user_id}`, brandRole.parse(role)]));
}

/** Only here is decided which of the staff of a brand get its events. */
function withRights(additions: Addition, roles: ReadonlyMap<string, BrandRole>): Addition {
  return (event, person) => {
    const brand = brandOf(event.audience);
    if (brand === undefined) return additions(event, person);
    const role = roles.get(`${brand} ${person.userId}`);
    return role !== undefined && isEventFor(event.kind, role) ? additions(event, person) : hiddenEvent;
  };
}

/** One read of everything that is newer than the given positions, of all given audiences at once. */
export async function readAfter(
  ctx: Context,
  completions: readonly Completion[],
  positions: Positions,
): Promise<EventRead> {
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const { rows: events } = await sql<StoredEvent>`${sql.join(
      columns.map((column) => eventsAfter(positions, column)),
      sql` union all `,
    )} order by seq`.execute(tx);
    const counts = new Map<AudienceName, number>();
    for (const { audience } of events) counts.set(audience, (counts.get(audience) ?? 0) + 1);
    const full = [...counts].flatMap(([name, count]) => (count === mostAtOnce ? [name] : []));
    const additions = await additionsFor(ctx, tx, completions, events);
    return { events, full, additionsOf: withRights(additions, await rolesFor(tx, events)) };
  });
}
