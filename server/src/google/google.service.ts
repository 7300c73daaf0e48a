// Signing in with Google or another OpenID provider. A flow has a state, a nonce and a PKCE challenge, and can be finished
// once, by the browser that has the flow's secret. An identity is provider and subject; accounts are never matched by
// email.
import { randomBytes } from 'node:crypto';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type { finishGoogle, startGoogle } from '@vitrine/contract/google.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { newSecret, sha256 } from '../platform/ids.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Browser } from '../sessions/browser.ts';
import { openFor } from '../sessions/sessions.open.ts';
import { authorizationAddress, identify, type Identified, type Outgoing } from './google.provider.ts';
import {
  findByIdentity,
  forgetOldFlows,
  insertOpenIdFlow,
  insertIdentity,
  insertOpenIdTicket,
  takeOpenIdFlow,
  useTicket,
} from './google.queries.ts';

const minute = 60_000;
const flowLife = 15 * minute;
const ticketLife = 60 * minute;

function random(): string {
  return randomBytes(32).toString('base64url');
}

type Intent = 'login' | 'register' | 'connect';

/** Starts a flow that returns to the given page. When connecting an account, the flow stores its user. */
export async function startFlow(
  ctx: Context,
  { intent, page, from, userId = null }: { intent: Intent; page: string; from: string; userId?: string | null },
): Promise<DataOf<typeof startGoogle>> {
  const now = ctx.clock.now();
  const outgoing: Outgoing = {
    verifier: random(),
    nonce: random(),
    state: random(),
    returnTo: `${from}/${page}`,
    userId,
  };
  const url = await authorizationAddress(ctx, outgoing);
  const flow = newSecret('vtf');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await forgetOldFlows(tx, new Date(now.getTime() - 24 * 60 * minute));
    await insertOpenIdFlow(tx, {
      flow_hash: sha256(flow),
      state_hash: sha256(outgoing.state),
      intent,
      sealed: ctx.sealer.seal(JSON.stringify(outgoing)),
      created_at: now,
      expires_at: new Date(now.getTime() + flowLife),
      used_at: null,
    });
  });
  return { url, flow };
}

/** Finishes a flow, once and only for its intent; returns the identity. */
export async function finishFlow(
  ctx: Context,
  input: { flow: string; query: string },
  intents: readonly Intent[],
): Promise<{ identified: Identified; userId: string | null }> {
  if (!ctx.config.google) throw new Refusal('not_found');
  const state = new URLSearchParams(input.query).get('state') ?? '';
  const found = await ctx.database.as({ role: 'system' }, (tx) =>
    takeOpenIdFlow(tx, { flowHash: sha256(input.flow), stateHash: sha256(state), intents }, ctx.clock.now()),
  );
  if (!found) throw new Refusal('sign_in_refused');
  const outgoing: Outgoing = JSON.parse(ctx.sealer.open(found.sealed));
  return { identified: await identify(ctx, input.query, outgoing), userId: outgoing.userId };
}

export async function startGoogleFlow(
  ctx: Context,
  { intent }: BodyOf<typeof startGoogle>,
  from: string,
): Promise<DataOf<typeof startGoogle>> {
  return startFlow(ctx, { intent, page: intent, from });
}

async function makeTicket(ctx: Context, identified: Identified): Promise<DataOf<typeof finishGoogle>> {
  const now = ctx.clock.now();
  const ticket = newSecret('vtg');
  const expiresAt = new Date(now.getTime() + ticketLife);
  await ctx.database.as({ role: 'system' }, (tx) =>
    insertOpenIdTicket(tx, {
      ticket_hash: sha256(ticket),
      sealed: ctx.sealer.seal(JSON.stringify(identified)),
      created_at: now,
      expires_at: expiresAt,
      used_at: null,
    }),
  );
  const { name, email, picture } = identified;
  return { outcome: 'ticket', ticket, name, email, picture, expires_at: expiresAt.toISOString() };
}

/** Finishes a sign-in: a session if the identity is known, else a ticket to register with. */
export async function finishGoogleFlow(
  ctx: Context,
  input: BodyOf<typeof finishGoogle>,
  browser: Browser,
): Promise<DataOf<typeof finishGoogle>> {
  const { identified } = await finishFlow(ctx, input, ['login', 'register']);
  const person = await ctx.database.as({ role: 'system' }, (tx) =>
    findByIdentity(tx, identified.provider, identified.subject),
  );
  if (!person) return makeTicket(ctx, identified);
  const role = person.role === 'creator' || person.role === 'brand' ? person.role : 'operator';
  return { outcome: 'signed_in', ...(await openFor(ctx, { id: person.id, role }, browser)) };
}

/** Uses up a ticket in the transaction of a registration; returns the identity. */
export async function redeemTicket(ctx: Context, tx: Tx, ticket: string): Promise<Identified> {
  const used = await useTicket(tx, sha256(ticket), ctx.clock.now());
  if (!used) throw new Refusal('sign_in_refused', { message: 'This sign-in has expired. Start again.' });
  const identified: Identified = JSON.parse(ctx.sealer.open(used.sealed));
  return identified;
}

/** Connects an identity to a user; refused if it belongs to another user. */
export async function linkIdentity(ctx: Context, tx: Tx, userId: string, identified: Identified): Promise<void> {
  const { provider, subject } = identified;
  const isNew = await insertIdentity(tx, { provider, subject, user_id: userId, linked_at: ctx.clock.now() });
  if (!isNew)
    throw new Refusal('sign_in_refused', {
      message: 'This Google account is already connected to another account here',
    });
}
