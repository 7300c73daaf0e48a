// One request at a time goes to a host of feeds for each brand, from all nodes, and none before the time that it asked for.
// A brand that types the host of another neither keeps it busy nor learns that it is. Uses the system role, because the
// table belongs to no brand.
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** A node that dies while it has a host loses it after this time, which no request takes. */
const leaseMs = 120_000;

type BrandHost = { merchantId: string; host: string };

const keyOf = ({ merchantId, host }: BrandHost) => `${merchantId} ${host}`;

/** Returns undefined if the host is free, and reserves it; otherwise until when it is not. */
export async function claimHost(ctx: Context, { merchantId, host }: BrandHost): Promise<Date | undefined> {
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + leaseMs);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const { rows } = await sql`
      insert into feed_hosts (host, busy_until, wait_until) values (${keyOf({ merchantId, host })}, ${until}, ${now})
      on conflict (host) do update set busy_until = excluded.busy_until
        where feed_hosts.busy_until <= ${now} and feed_hosts.wait_until <= ${now}
      returning host`.execute(tx);
    if (rows.length > 0) return undefined;
    const found = await tx
      .selectFrom('feed_hosts')
      .select(['busy_until', 'wait_until'])
      .where('host', '=', keyOf({ merchantId, host }))
      .executeTakeFirstOrThrow();
    // A request usually takes seconds, so it is worth asking again before the lease is over.
    const soon = new Date(Math.min(found.busy_until.getTime(), now.getTime() + 15_000));
    return found.wait_until > soon ? found.wait_until : soon;
  });
}

export async function releaseHost(ctx: Context, of: BrandHost, waitUntil: Date | undefined): Promise<void> {
  const now = ctx.clock.now();
  await ctx.database.as({ role: 'system' }, (tx) =>
    tx
      .updateTable('feed_hosts')
      .set({ busy_until: now, wait_until: waitUntil ?? now })
      .where('host', '=', keyOf(of))
      .execute(),
  );
}

/** Deletes hosts that nobody has asked for a day. */
export async function forgetHosts(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - 86_400_000);
  await ctx.database.as({ role: 'system' }, (tx) =>
    tx.deleteFrom('feed_hosts').where('busy_until', '<', before).where('wait_until', '<', before).execute(),
  );
}
