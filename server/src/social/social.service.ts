// A social connection is a creator's account at a platform, connected or manual; a snapshot is its figures of one day in
// the creator's time zone. Days without a snapshot stay empty; figures are never estimated. Tokens are encrypted, and
// manual figures never replace those of the platform.
import { createHash, randomBytes } from 'node:crypto';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import type {
  enterSocialFigures,
  listSocial,
  readSocialSeries,
  SocialConnection,
  SocialPlatform,
} from '@vitrine/contract/social.ts';
import { accessOwnAccount, accessSelf } from '../accounts/accounts.access.ts';
import { timeZoneOf } from '../accounts/time-zone.ts';
import type { Context } from '../context.ts';
import type { Actor, Person } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { spanOfLast } from '../platform/days.ts';
import { record } from '../platform/events/record.ts';
import { isId, newId, sha256 } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { type PlatformAccount, type Figures, PlatformFailure, type Tokens } from './platform.ts';
import {
  platformLabels,
  linkable,
  manualNames,
  mustBeLinkable,
  openTokens,
  platformNames,
  platformOf,
  redirectUri,
  sealTokens,
} from './platforms.ts';
import { dayIn, daysBefore } from './social.days.ts';
import {
  findConnection,
  findConnectionAt,
  findConnectionOf,
  insertSocialFlow,
  moveSnapshots,
  saveConnection,
  saveSnapshot,
  takeSocialFlow,
  updateConnection,
} from './social.queries.ts';
import { listConnections, readSeries } from './social.views.ts';

/** The time limit for granting permission at the platform. */
const flowMs = 15 * 60_000;
/** The placeholder name of a manual account. */
const byHand = 'by-hand';
const oldestDays = 730;

const scopeOf = (person: Person) => ({ role: 'app', creatorId: person.userId }) as const;

export async function listSocialOf(ctx: Context, actor: Actor): Promise<DataOf<typeof listSocial>> {
  const person = accessSelf(actor);
  const connections = await connectionsOf(ctx, person);
  return {
    as_of: ctx.clock.now().toISOString(),
    can_connect: platformNames.filter((name) => linkable(ctx, name)),
    connections,
  };
}

function connectionsOf(ctx: Context, person: Person): Promise<SocialConnection[]> {
  return ctx.database.as(scopeOf(person), async (tx) => {
    const timeZone = await timeZoneOf(tx, person.userId);
    return listConnections(tx, person.userId, spanOfLast(ctx.clock.now(), timeZone, 30));
  });
}

export async function startAccountConnection(
  ctx: Context,
  actor: Actor,
  name: SocialPlatform,
  from: string,
): Promise<{ address: string }> {
  const person = accessOwnAccount(actor);
  const { platform, keys } = mustBeLinkable(ctx, name);
  const now = ctx.clock.now();
  const state = randomBytes(32).toString('base64url');
  const verifier = platform.usesPkce ? randomBytes(32).toString('base64url') : null;
  await ctx.database.as(scopeOf(person), (tx) =>
    insertSocialFlow(tx, {
      state_hash: sha256(state),
      creator_id: person.userId,
      session_id: person.sessionId,
      platform: name,
      sealed_verifier: verifier === null ? null : ctx.sealer.seal(verifier),
      created_at: now,
      expires_at: new Date(now.getTime() + flowMs),
      used_at: null,
    }),
  );
  const challenge = verifier === null ? null : createHash('sha256').update(verifier).digest('base64url');
  return { address: platform.permissionUrl(keys, { state, redirectUri: redirectUri(from), challenge }) };
}

/** A denied permission is a refusal; an unreachable platform is `busy`. */
function refusalOf(failure: unknown): unknown {
  if (!(failure instanceof PlatformFailure)) return failure;
  return new Refusal(failure.reason === 'unreachable' || failure.reason === 'rate_limited' ? 'busy' : 'social_refused');
}

export async function finishAccountConnection(
  ctx: Context,
  actor: Actor,
  answer: { code: string; state: string },
  from: string,
): Promise<SocialConnection> {
  const person = accessOwnAccount(actor);
  const owner = { creatorId: person.userId, sessionId: person.sessionId };
  const flow = await ctx.database.as(scopeOf(person), (tx) =>
    takeSocialFlow(tx, sha256(answer.state), owner, ctx.clock.now()),
  );
  if (!flow) throw new Refusal('social_link_invalid');
  const name = platformOf(flow.platform);
  const { platform, keys } = mustBeLinkable(ctx, name);
  try {
    const verifier = flow.sealed_verifier === null ? null : ctx.sealer.open(flow.sealed_verifier);
    const exchange = { code: answer.code, redirectUri: redirectUri(from), verifier };
    const tokens = await platform.exchange(keys, exchange, ctx.clock.now());
    const found = await platform.read(keys, tokens);
    const id = await ctx.database.as(scopeOf(person), (tx) => link(ctx, tx, person, { name, tokens, ...found }));
    return await presentOne(ctx, person, id);
  } catch (failure) {
    throw refusalOf(failure);
  }
}

/** A manual account becomes the connected one, or gives its figures to it if it was connected before. */
async function adoptManual(
  tx: Tx,
  creatorId: string,
  manualId: string,
  at: { platform: SocialPlatform; externalId: string },
): Promise<void> {
  const earlier = await findConnectionOf(tx, creatorId, at);
  if (!earlier) return updateConnection(tx, creatorId, manualId, { external_id: at.externalId });
  await moveSnapshots(tx, creatorId, manualId, earlier.id);
  await updateConnection(tx, creatorId, manualId, { state: 'removed' });
}

type Linked = { name: SocialPlatform; tokens: Tokens; account: PlatformAccount; figures: Figures };

async function link(ctx: Context, tx: Tx, person: Person, { name, tokens, account, figures }: Linked): Promise<string> {
  const now = ctx.clock.now();
  const change = {
    backend_name: account.backendName,
    handle: account.handle,
    sealed_tokens: sealTokens(ctx, tokens),
    token_expires_at: tokens.permissionEndsAt === null ? null : new Date(tokens.permissionEndsAt),
    state: 'connected',
    failure: null,
    connected_at: now,
    last_refreshed_at: now,
    next_attempt_at: null,
  };
  const before = await findConnectionAt(tx, person.userId, name);
  if (before?.external_id === byHand)
    await adoptManual(tx, person.userId, before.id, { platform: name, externalId: account.externalId });
  const id = await saveConnection(tx, {
    creator_id: person.userId,
    id: newId(now),
    platform: name,
    external_id: account.externalId,
    ...change,
  });
  await keepFigures(ctx, tx, { creatorId: person.userId, connectionId: id, figures });
  await audit(ctx, tx, person, {
    action: 'social.connected',
    subject: { kind: 'user', id: person.userId },
    details: { about: `${platformLabels[name]} @${account.handle}` },
  });
  await record(ctx, tx, { userId: person.userId }, { kind: 'user-update' });
  return id;
}

/** Stores today's figures of the platform. */
export async function keepFigures(
  ctx: Context,
  tx: Tx,
  { creatorId, connectionId, figures }: { creatorId: string; connectionId: string; figures: Figures },
): Promise<void> {
  const now = ctx.clock.now();
  const whole = (value: number | null) => (value === null ? null : BigInt(Math.trunc(value)));
  await saveSnapshot(tx, {
    creator_id: creatorId,
    connection_id: connectionId,
    day: dayIn(await timeZoneOf(tx, creatorId), now),
    followers: whole(figures.followers),
    posts: whole(figures.posts),
    views: whole(figures.views),
    engagements: whole(figures.engagements),
    recent_posts: figures.recentPosts,
    source: 'platform',
    taken_at: now,
  });
}

async function presentOne(ctx: Context, person: Person, id: string): Promise<SocialConnection> {
  const all = await connectionsOf(ctx, person);
  const found = all.find((connection) => connection.id === id);
  if (!found) throw new Refusal('not_found');
  return found;
}

export async function enterFigures(
  ctx: Context,
  actor: Actor,
  input: BodyOf<typeof enterSocialFigures>,
): Promise<SocialConnection> {
  const person = accessOwnAccount(actor);
  const now = ctx.clock.now();
  const id = await ctx.database.as(scopeOf(person), async (tx) => {
    const today = dayIn(await timeZoneOf(tx, person.userId), now);
    if (input.day > today) throw invalid('day', 'must not be in the future');
    if (input.day < daysBefore(today, oldestDays)) throw invalid('day', 'must not be more than two years ago');
    const connectionId = await keptByHand(ctx, tx, person, input);
    const perPost = input.engagements_per_post ?? null;
    const saved = await saveSnapshot(tx, {
      creator_id: person.userId,
      connection_id: connectionId,
      day: input.day,
      followers: BigInt(input.followers),
      posts: input.posts === undefined || input.posts === null ? null : BigInt(input.posts),
      views: null,
      engagements: perPost === null ? null : BigInt(perPost),
      recent_posts: perPost === null ? null : 1,
      source: 'manual',
      taken_at: now,
    });
    if (!saved) throw invalid('day', 'already has figures from the platform itself, which can’t be changed');
    await record(ctx, tx, { userId: person.userId }, { kind: 'user-update' });
    return connectionId;
  });
  return presentOne(ctx, person, id);
}

/** The account for manual figures: the existing one, or a new one with the given handle. */
async function keptByHand(
  ctx: Context,
  tx: Tx,
  person: Person,
  { platform, handle }: BodyOf<typeof enterSocialFigures>,
): Promise<string> {
  const now = ctx.clock.now();
  const plain = handle?.replace(/^@/, '').trim();
  const before = await findConnectionAt(tx, person.userId, platform);
  if (before) {
    if (before.state === 'manual' && plain) await updateConnection(tx, person.userId, before.id, { handle: plain });
    return before.id;
  }
  if (!plain) throw invalid('handle', 'is missing; enter your username on that platform');
  return saveConnection(tx, {
    creator_id: person.userId,
    id: newId(now),
    platform,
    backend_name: manualNames[platform],
    external_id: byHand,
    handle: plain,
    sealed_tokens: null,
    token_expires_at: null,
    state: 'manual',
    failure: null,
    connected_at: now,
    last_refreshed_at: null,
    next_attempt_at: null,
  });
}

export async function readSeriesOf(
  ctx: Context,
  actor: Actor,
  connectionId: string,
  days: number,
): Promise<DataOf<typeof readSocialSeries>> {
  const person = accessSelf(actor);
  if (!isId(connectionId)) throw new Refusal('not_found');
  return ctx.database.as(scopeOf(person), async (tx) => {
    if (!(await findConnection(tx, person.userId, connectionId))) throw new Refusal('not_found');
    const timeZone = await timeZoneOf(tx, person.userId);
    const to = dayIn(timeZone, ctx.clock.now());
    const from = daysBefore(to, days - 1);
    const figures = await readSeries(tx, person.userId, connectionId, { from, to });
    return { from, to, time_zone: timeZone, figures };
  });
}

export async function disconnectAccount(ctx: Context, actor: Actor, connectionId: string): Promise<{ removed: true }> {
  const person = accessOwnAccount(actor);
  if (!isId(connectionId)) throw new Refusal('not_found');
  const removed = await ctx.database.as(scopeOf(person), async (tx) => {
    const found = await findConnection(tx, person.userId, connectionId);
    if (!found || found.state === 'removed') throw new Refusal('not_found');
    const gone = { state: 'removed', sealed_tokens: null, token_expires_at: null, failure: null };
    await updateConnection(tx, person.userId, connectionId, gone);
    await audit(ctx, tx, person, {
      action: 'social.disconnected',
      subject: { kind: 'user', id: person.userId },
      details: { about: `${platformLabels[platformOf(found.platform)]} @${found.handle}` },
    });
    await record(ctx, tx, { userId: person.userId }, { kind: 'user-update' });
    return found;
  });
  await revokeThere(ctx, platformOf(removed.platform), removed.sealed_tokens);
  return { removed: true };
}

/** The token is deleted here in any case; revoking it at the platform is tried once. */
async function revokeThere(ctx: Context, name: SocialPlatform, sealed: Buffer | null): Promise<void> {
  const found = linkable(ctx, name);
  if (!found || sealed === null) return;
  try {
    await found.platform.revoke(found.keys, openTokens(ctx, sealed));
  } catch (error) {
    ctx.log.warn({ err: error, platform: name }, 'could not revoke a token at its platform');
  }
}
