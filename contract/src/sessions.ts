import * as z from 'zod/mini';
import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { id, instant } from './values/fields.ts';

export const signedIn = z.strictObject({ token: z.string(), user });

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Log out; the token stops working right away',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.strictObject({ signed_out: z.literal(true) }),
  anyStatus: true,
  allowedInViewMode: true,
  allowedInAssistMode: true,
  allowedWhileSuspended: true,
});

export const me = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'The logged-in user with their merchant accounts',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: user,
  anyStatus: true,
});

/** A session of the user. `device` is a readable description, `network` the network it was last seen in. */
export const session = z.strictObject({
  id: z.string(),
  browser: z.string(),
  system: z.string(),
  network: z.string(),
  signed_in_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/me/sessions',
  summary: 'The user’s sessions, latest first',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.array(session),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/me/sessions/{session_id}',
  summary: 'End one session; its token stops working right away',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  params: z.strictObject({ session_id: id }),
  reply: z.strictObject({ ended: z.literal(true) }),
  refusals: ['not_found'],
  allowedWhileSuspended: true,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/me/sessions',
  summary: 'End all sessions except this one',
  access: ['creator', 'brand', 'operator'],
  scope: 'self',
  reply: z.strictObject({ ended: z.int() }),
  allowedWhileSuspended: true,
});
