import type { Context } from '../context.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { isRefusedSecret } from '../platform/demo.secrets.ts';
import { sha256 } from '../platform/ids.ts';
import { useApiKey } from './merchants.queries.ts';

/** The precision of "last used"; writing it on every request would be too much for one row. */
const usedEveryMs = 60_000;

/** The shop of an API key, or nothing. */
export async function authenticateShop(ctx: Context, key: string): Promise<Actor> {
  if (isRefusedSecret(ctx.config, key)) return anonymous;
  const now = ctx.clock.now();
  const used = useApiKey(sha256(key), { now, noteBefore: new Date(now.getTime() - usedEveryMs) });
  const [found] = await ctx.database.alone({ role: 'system' }, () => used);
  if (!found) return anonymous;
  const { id, merchant_id: merchantId, scopes, is_test: isTest } = found;
  return { kind: 'shop', principal: 'shop', merchantId, keyId: id, scopes, isTest };
}
