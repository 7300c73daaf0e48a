import type { Context } from '../context.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { isRefusedSecret } from '../platform/demo.secrets.ts';
import { sha256 } from '../platform/ids.ts';
import { findApiKey, touchApiKey } from './merchants.queries.ts';

/** The precision of "last used"; writing it on every request would be too much for one row. */
const usedEveryMs = 60_000;

/** The shop of an API key, or nothing. */
export async function authenticateShop(ctx: Context, key: string): Promise<Actor> {
  if (isRefusedSecret(ctx.config, key)) return anonymous;
  const now = ctx.clock.now();
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await findApiKey(tx, sha256(key));
    if (!found) return anonymous;
    const isStale = !found.last_used_at || now.getTime() - found.last_used_at.getTime() > usedEveryMs;
    if (isStale) await touchApiKey(tx, found.id, now);
    return { kind: 'shop', principal: 'shop', merchantId: found.merchant_id, keyId: found.id, scopes: found.scopes };
  });
}
