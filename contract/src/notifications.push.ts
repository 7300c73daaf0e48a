import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, plainText } from './values/fields.ts';

/** A browser that gets push notifications, as long as its session lasts. */
export const pushDevice = z.strictObject({
  id: z.string(),
  /** Empty if unknown, as `system`. */
  browser: z.string(),
  system: z.string(),
  added_at: instant,
  /** The browser of this session. */
  current: z.boolean(),
});
export type PushDevice = z.output<typeof pushDevice>;

export const readPushDevices = endpoint({
  method: 'GET',
  path: '/me/push-devices',
  summary: 'The browsers that get push notifications, and the public key with which a browser subscribes (VAPID)',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.strictObject({ public_key: z.string(), devices: z.array(pushDevice) }),
});

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/me/push-devices',
  summary: 'Send push notifications to the browser of this session, until it ends',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  status: 201,
  body: z.strictObject({
    /** The address that the browser got from its push service. */
    endpoint: plainText({ min: 1, max: 1_000 }),
    keys: z.strictObject({
      p256dh: z
        .string()
        .check(z.regex(/^[\w-]{87}=?$/, 'must be the public key of the browser, 65 bytes as base64url')),
      auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/, 'must be the secret of the browser, 16 bytes as base64url')),
    }),
  }),
  reply: pushDevice,
  ownerOnly: true,
  perMinute: 20,
  allowedWhileSuspended: true,
});

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/me/push-devices/{device_id}',
  summary: 'Send no push notifications to a browser any more',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  params: z.strictObject({ device_id: id }),
  reply: z.strictObject({ removed: z.literal(true) }),
  refusals: ['not_found'],
  allowedWhileSuspended: true,
});
