import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import {
  expireSecrets,
  insertSecret,
  lockConnections,
  markOfApp,
  openConnection,
  revokeSecrets,
  validSecrets,
} from './connections.queries.ts';

const overlapMs = 48 * 3_600_000;
/** Each webhook is checked against every valid secret. */
const mostSecrets = 5;

type Secret = Awaited<ReturnType<typeof validSecrets>>[number];

/** The text of a secret; undefined if it was sealed with a key that this installation no longer has. */
export function textOfSecret(ctx: Context, { sealed }: Secret): string | undefined {
  try {
    return ctx.sealer.open(sealed);
  } catch {
    return undefined;
  }
}

/**
 * Makes this secret the newest one of the shop, or of its app. The others of the same signer expire, and the oldest are
 * revoked if there are too many.
 */
export async function storeSecret(
  ctx: Context,
  tx: Tx,
  { merchantId, kind }: { merchantId: string; kind: ShopSource },
  { secret, isOfApp }: { secret: string; isOfApp: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  await lockConnections(tx, merchantId);
  const valid = await validSecrets(tx, { merchantId, source: kind, at: now });
  const known = valid.find((each) => textOfSecret(ctx, each) === secret);
  const others = valid.filter((each) => each !== known);
  const ofApp = isOfApp || known?.of_app === true;
  if (known) {
    await expireSecrets(tx, merchantId, [known.id], null);
    if (ofApp) await markOfApp(tx, merchantId, known.id);
  } else
    await insertSecret(tx, {
      merchant_id: merchantId,
      id: newId(now),
      source: kind,
      sealed: ctx.sealer.seal(secret),
      of_app: ofApp,
      created_at: now,
      revoked_at: null,
    });
  const replaced = others.filter((each) => each.expires_at === null && each.of_app === ofApp).map(({ id }) => id);
  await expireSecrets(tx, merchantId, replaced, new Date(now.getTime() + overlapMs));
  const tooMany = others.slice(mostSecrets - 1).map(({ id }) => id);
  await revokeSecrets(tx, merchantId, tooMany, now);
  await openConnection(tx, merchantId, kind, now);
}

/** Whether webhooks of the brand's app are accepted: its secret is valid. `clientSecret`: if it is known. */
export async function acceptsApp(
  ctx: Context,
  tx: Tx,
  { merchantId, kind }: { merchantId: string; kind: ShopSource },
  clientSecret: string | null,
): Promise<boolean> {
  const valid = await validSecrets(tx, { merchantId, source: kind, at: ctx.clock.now() });
  return valid.some((each) => (clientSecret === null ? each.of_app : textOfSecret(ctx, each) === clientSecret));
}
