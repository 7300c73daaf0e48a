// The devices of a user that get push notifications: one for each session, and only as long as that lasts. Uses the system
// role, because sessions are in no scope.
import { createECDH } from 'node:crypto';
import { sql } from 'kysely';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { addPushDevice, PushDevice, readPushDevices } from '@vitrine/contract/notifications.push.ts';
import { accessSelf } from '../accounts/accounts.access.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newId, sha256 } from '../platform/ids.ts';
import { urlFault } from '../platform/outbound/outbound.url.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { deviceOf } from '../sessions/device.ts';
import { pushKeysOf } from './push.keys.ts';

export type StoredSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

type Row = { id: string; session_id: string; device: string; created_at: Date };

async function devicesOf(tx: Tx, userId: string, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.id, d.session_id, s.device, d.created_at from push_devices d join sessions s on s.id = d.session_id
    where d.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now}
      and s.last_seen_at + make_interval(secs => s.idle_seconds) > ${now}
    order by d.created_at desc`.execute(tx);
  return rows;
}

function present({ id, session_id: sessionId, device, created_at: at }: Row, currentId: string): PushDevice {
  return { id, ...deviceOf(device), added_at: at.toISOString(), current: sessionId === currentId };
}

export async function readPushDevicesOf(ctx: Context, actor: Actor): Promise<DataOf<typeof readPushDevices>> {
  const { userId, sessionId } = accessSelf(actor);
  const { publicKey } = await pushKeysOf(ctx);
  const rows = await ctx.database.as({ role: 'system' }, (tx) => devicesOf(tx, userId, ctx.clock.now()));
  return { public_key: publicKey, devices: rows.map((row) => present(row, sessionId)) };
}

/** Whether texts can be encrypted for this key: it must be a point of the curve. */
function isPublicKey(text: string): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(Buffer.from(text, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

export async function addPushDeviceOf(
  ctx: Context,
  actor: Actor,
  subscription: BodyOf<typeof addPushDevice>,
): Promise<PushDevice> {
  const { userId, sessionId } = accessSelf(actor);
  const fault = urlFault(subscription.endpoint, { loopback: ctx.config.outbound.loopback });
  if (fault !== undefined) throw invalid('endpoint', fault);
  if (!isPublicKey(subscription.keys.p256dh)) throw invalid('keys.p256dh', 'must be the public key of the browser');
  const now = ctx.clock.now();
  const endpointHash = sha256(subscription.endpoint);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    // A browser has one address, so another session had it before, or this one had another address.
    await tx
      .deleteFrom('push_devices')
      .where((where) => where.or([where('session_id', '=', sessionId), where('endpoint_hash', '=', endpointHash)]))
      .execute();
    const row = {
      user_id: userId,
      session_id: sessionId,
      sealed: ctx.sealer.seal(JSON.stringify(subscription)),
      created_at: now,
    };
    await tx
      .insertInto('push_devices')
      .values({ id: newId(now), endpoint_hash: endpointHash, ...row })
      .onConflict((conflict) => conflict.column('endpoint_hash').doUpdateSet(row))
      .execute();
    const added = (await devicesOf(tx, userId, now)).find((each) => each.session_id === sessionId);
    if (!added) throw new Refusal('unauthenticated');
    return present(added, sessionId);
  });
}

export async function removePushDeviceOf(ctx: Context, actor: Actor, id: string): Promise<{ removed: true }> {
  const { userId } = accessSelf(actor);
  const removed = isId(id)
    ? await ctx.database.as({ role: 'system' }, (tx) =>
        tx
          .deleteFrom('push_devices')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('id')
          .executeTakeFirst(),
      )
    : undefined;
  if (!removed) throw new Refusal('not_found');
  return { removed: true };
}
