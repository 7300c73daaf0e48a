import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import {
  expireSecrets,
  insertSecret,
  lockConnections,
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

/** Makes this secret the newest one. The others expire, and the oldest are revoked if there are too many. */
export async function storeSecret(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  kind: ShopSource,
  secret: string,
): Promise<void> {
  const now = ctx.clock.now();
  await lockConnections(tx, merchantId);
  const valid = await validSecrets(tx, { merchantId, source: kind, at: now });
  const [known, ...others] = valid.toSorted(
    (a, b) => Number(textOfSecret(ctx, b) === secret) - Number(textOfSecret(ctx, a) === secret),
  );
  const isKnown = known !== undefined && textOfSecret(ctx, known) === secret;
  const older = isKnown ? others : valid;
  if (isKnown) await expireSecrets(tx, merchantId, [known.id], null);
  else
    await insertSecret(tx, {
      merchant_id: merchantId,
      id: newId(now),
      source: kind,
      sealed: ctx.sealer.seal(secret),
      created_at: now,
      revoked_at: null,
    });
  const newest = older.filter(({ expires_at }) => expires_at === null).map(({ id }) => id);
  await expireSecrets(tx, merchantId, newest, new Date(now.getTime() + overlapMs));
  const tooMany = older.slice(mostSecrets - 1).map(({ id }) => id);
  await revokeSecrets(tx, merchantId, tooMany, now);
  await openConnection(tx, merchantId, kind, now);
}
