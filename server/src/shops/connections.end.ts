// How a connection ends: the brand disconnects it, or the shop reports that the app was removed. Afterwards a shop still
// sends requests about its shoppers' data, Shopify 48 hours later. Its last secrets stay valid for these, and for nothing
// else. A secret that was revoked on its own leaked, so it is not accepted for anything.
import type { ShopSource } from '@vitrine/contract/connections.ts';
import type { Context } from '../context.ts';
import { brandOwnerReaders } from '../merchants/owners.ts';
import { anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail.ts';
import { appRemovedMail } from './connections.mails.ts';
import { closeConnection, lockConnections, retireSecrets, validSecrets } from './connections.queries.ts';
import { deleteSync } from './sync/sync.queries.ts';
import { findShopConnection } from './connections.views.ts';

const privacyMs = 90 * 86_400_000;

/** Returns false if it was not connected. */
export async function disconnectByBrand(ctx: Context, tx: Tx, merchantId: string, kind: ShopSource): Promise<boolean> {
  const at = ctx.clock.now();
  await lockConnections(tx, merchantId);
  const valid = await validSecrets(tx, { merchantId, source: kind, at });
  const ids = valid.map(({ id }) => id);
  await retireSecrets(tx, merchantId, ids, { at, until: new Date(at.getTime() + privacyMs) });
  if (kind === 'shopify') await deleteSync(tx, { merchantId, kind });
  return closeConnection(tx, merchantId, kind, { by: 'brand', at });
}

/**
 * The app was removed in the shop at `removedAt`. What the brand entered after that belongs to a new connection, which a
 * late or repeated report doesn't end.
 */
export async function disconnectByShop(
  ctx: Context,
  merchantId: string,
  kind: ShopSource,
  removedAt: Date,
): Promise<'app_removed' | 'removal_known'> {
  const owners = await brandOwnerReaders(ctx, merchantId);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const at = ctx.clock.now();
    await lockConnections(tx, merchantId);
    const valid = await validSecrets(tx, { merchantId, source: kind, at });
    const older = valid.filter((secret) => secret.created_at <= removedAt).map(({ id }) => id);
    await retireSecrets(tx, merchantId, older, { at, until: new Date(at.getTime() + privacyMs) });
    const connection = await findShopConnection(tx, merchantId, kind);
    if (older.length < valid.length || !connection || connection.connected_at > removedAt) return 'removal_known';
    if (!(await closeConnection(tx, merchantId, kind, { by: 'shop', at }))) return 'removal_known';
    if (kind === 'shopify') await deleteSync(tx, { merchantId, kind });
    const subject = { kind: 'shop', id: kind };
    await audit(ctx, tx, anonymous, { action: 'shop.removed', merchantId, subject });
    const brand = await tx
      .selectFrom('merchants')
      .select(['slug', 'display_name'])
      .where('id', '=', merchantId)
      .executeTakeFirstOrThrow();
    for (const owner of owners) await queueMail(ctx, tx, appRemovedMail(ctx, owner, brand, { kind, at: removedAt }));
    return 'app_removed';
  });
}
