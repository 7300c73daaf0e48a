// The key pair with which push services know this installation (VAPID). Browsers subscribe with the public key, so it is
// made once and kept. Uses the system role, because no other may read it.
import { sql } from 'kysely';
import webPush from 'web-push';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';

type PushKeys = { publicKey: string; privateKey: string };

const found = new WeakMap<Context, PushKeys>();

type Stored = { public_key: string; sealed: Buffer };

/** Undefined if they were sealed with an earlier secret key of the installation. */
function openKeys({ sealer }: Context, { public_key: publicKey, sealed }: Stored): PushKeys | undefined {
  try {
    return { publicKey, privateKey: sealer.open(sealed) };
  } catch {
    return undefined;
  }
}

async function makeKeys(ctx: Context, tx: Tx): Promise<Stored> {
  const made = webPush.generateVAPIDKeys();
  const row = { public_key: made.publicKey, sealed: ctx.sealer.seal(made.privateKey), created_at: ctx.clock.now() };
  await tx
    .insertInto('push_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute();
  return row;
}

export async function pushKeysOf(ctx: Context): Promise<PushKeys> {
  const known = found.get(ctx);
  if (known) return known;
  const keys = await ctx.database.as({ role: 'system' }, async (tx) => {
    // Nodes that need them first at the same time make one pair.
    await sql`lock table push_keys in share row exclusive mode`.execute(tx);
    const stored = await tx.selectFrom('push_keys').select(['public_key', 'sealed']).executeTakeFirst();
    const usable = stored && openKeys(ctx, stored);
    // Browsers that subscribed with keys that can't be read any more subscribe again.
    if (stored && !usable) await tx.deleteFrom('push_devices').execute();
    return usable ?? openKeys(ctx, await makeKeys(ctx, tx));
  });
  if (!keys) throw new Error('the keys for push notifications can’t be read');
  found.set(ctx, keys);
  return keys;
}

/** To whom the operator of a push service may write about us. */
export function pushSubject({ config }: Pick<Context, 'config'>): string {
  return `mailto:${config.operator.email}`;
}
