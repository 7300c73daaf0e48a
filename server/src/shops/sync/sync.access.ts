// The access to a shop: a token, or a client that is given a token for a day at a time.
import type { Context } from '../../context.ts';
import { requestToken, ShopifyFailure } from '../shopify/shopify.admin.ts';
import { changeSync, type SyncKey, type SyncRow } from './sync.queries.ts';

/** A token is renewed so long before it expires. */
const marginMs = 10 * 60_000;

async function renewToken(ctx: Context, key: SyncKey, { domain, sealed }: SyncRow, clientId: string): Promise<string> {
  const { token, validMs } = await requestToken(ctx, domain, { id: clientId, secret: ctx.sealer.open(sealed) });
  const expiresAt = new Date(ctx.clock.now().getTime() + validMs);
  await ctx.database.as({ role: 'app', merchantId: key.merchantId }, (tx) =>
    changeSync(tx, key, { sealed_token: ctx.sealer.seal(token), token_expires_at: expiresAt }),
  );
  return token;
}

/** Does something with a token that is valid. One that the shop refuses before its time is renewed once. */
export async function withToken<T>(
  ctx: Context,
  key: SyncKey,
  row: SyncRow,
  work: (access: { domain: string; token: string }) => Promise<T>,
): Promise<T> {
  const { domain, client_id: clientId, sealed_token: stored, token_expires_at: expiresAt } = row;
  if (clientId === null) return work({ domain, token: ctx.sealer.open(row.sealed) });
  const isValid = expiresAt !== null && expiresAt.getTime() - marginMs > ctx.clock.now().getTime();
  if (stored === null || !isValid) return work({ domain, token: await renewToken(ctx, key, row, clientId) });
  try {
    return await work({ domain, token: ctx.sealer.open(stored) });
  } catch (error) {
    if (!(error instanceof ShopifyFailure) || error.fault !== 'token_refused') throw error;
    return work({ domain, token: await renewToken(ctx, key, row, clientId) });
  }
}
