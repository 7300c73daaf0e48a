// A link is a code with a destination. The code never changes and is never reused; the destination may change, and is
// always on a host of the brand's shop.
import type * as z from 'zod/mini';
import type { BodyOf, DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { changeLink, checkLinkCode, createLink, Link, linkHits, listLinks } from '@vitrine/contract/links.ts';
import { allowedHosts } from '../catalogue/products.service.ts';
import { readDestination } from '../catalogue/destinations.service.ts';
import type { Context } from '../context.ts';
import { type AccountAccess, accessActiveAccount, accessMerchantAccount } from '../creators/creators.access.ts';
import { requireActiveBrand } from '../merchants/brand.pauses.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId, newCode, newId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { codeRefusal } from './links.codes.ts';
import { insertLink, isCodeTaken, updateLink } from './links.queries.ts';
import { hitsOf, linkOf, pageOfLinks } from './links.views.ts';

const codeLength = 7;
const attempts = 5;

export type LinkInput = { destination: string; title: string; code?: string | undefined; field: string };

function scopeOf(account: AccountAccess) {
  return { role: 'app', merchantId: account.merchantId, creatorId: account.creatorId } as const;
}

/** The address to store, or a refusal that lists the allowed hosts. */
export async function checkedDestination(
  ctx: Context,
  tx: Tx,
  account: AccountAccess,
  text: string,
  field: string,
): Promise<string> {
  const hosts = await allowedHosts(tx, account.merchantId);
  const read = readDestination(text, {
    hosts,
    production: ctx.config.production,
    ownHost: new URL(ctx.config.publicUrl).host,
  });
  if ('reason' in read) throw invalid(field, read.reason);
  return read.url;
}

/** Creates a link with a custom or a random code; a random code that is taken is drawn again. */
export async function makeLink(
  ctx: Context,
  tx: Tx,
  account: AccountAccess,
  link: LinkInput,
): Promise<{ id: string; code: string }> {
  await requireActiveBrand(tx, account.merchantId);
  const destination = await checkedDestination(ctx, tx, account, link.destination, link.field);
  const refused = link.code === undefined ? undefined : codeRefusal(link.code);
  if (refused !== undefined) throw invalid('code', refused);
  const now = ctx.clock.now();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const made = { id: newId(now), code: link.code ?? newCode(codeLength) };
    const added = await insertLink(tx, {
      merchant_id: account.merchantId,
      id: made.id,
      merchant_account_id: account.merchantAccountId,
      creator_id: account.creatorId,
      code: made.code,
      destination,
      title: link.title,
      created_at: now,
      disabled_at: null,
    });
    if (added) return made;
    if (link.code !== undefined) throw invalid('code', 'is already taken');
  }
  throw new Error(`${attempts} codes in a row were taken`);
}

async function readLink(ctx: Context, tx: Tx, account: AccountAccess, id: string): Promise<Link> {
  const found = isId(id) ? await linkOf(ctx, tx, account, id) : undefined;
  if (!found) throw new Refusal('not_found');
  return found;
}

export async function listLinksOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  query: QueryOf<typeof listLinks>,
): Promise<ReplyOf<typeof listLinks>> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), (tx) => pageOfLinks(ctx, tx, account, query));
}

/** Whether any link has this code; `/s/{code}` reveals the same to anyone. */
export function linkExists(ctx: Context, code: string): Promise<boolean> {
  return ctx.database.as({ role: 'redirect' }, (tx) => isCodeTaken(tx, code));
}

/**
 * Codes are unique in the whole installation, so this check sees all links, with a role that can read every code. It only
 * returns yes or no, which `/s/{code}` reveals to anyone.
 */
export async function checkCodeFor(
  ctx: Context,
  actor: Actor,
  accountId: string,
  code: string,
): Promise<DataOf<typeof checkLinkCode>> {
  await accessMerchantAccount(ctx, actor, accountId);
  const refused = codeRefusal(code);
  const isTaken = refused === undefined && (await linkExists(ctx, code));
  const reason = refused ?? (isTaken ? 'is already taken' : null);
  return { code, available: reason === null, reason };
}

export async function createLinkFor(
  ctx: Context,
  actor: Actor,
  accountId: string,
  input: BodyOf<typeof createLink>,
): Promise<Link> {
  const account = await accessActiveAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    const made = await makeLink(ctx, tx, account, {
      destination: input.destination,
      title: input.title ?? '',
      code: input.code,
      field: 'destination',
    });
    const link = await readLink(ctx, tx, account, made.id);
    await audit(ctx, tx, actor, {
      action: 'link.created',
      merchantId: account.merchantId,
      subject: { kind: 'link', id: link.id },
      details: { code: link.code, destination: link.destination },
    });
    return link;
  });
}

export async function changeLinkOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  linkId: string,
  change: BodyOf<typeof changeLink>,
): Promise<Link> {
  const account = await accessActiveAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    const before = await readLink(ctx, tx, account, linkId);
    const destination =
      change.destination === undefined
        ? undefined
        : await checkedDestination(ctx, tx, account, change.destination, 'destination');
    const fields = {
      ...(destination === undefined ? {} : { destination }),
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.disabled === undefined || change.disabled === before.disabled
        ? {}
        : { disabled_at: change.disabled ? ctx.clock.now() : null }),
    };
    if (Object.keys(fields).length > 0) await updateLink(tx, account.merchantId, linkId, fields);
    const after = await readLink(ctx, tx, account, linkId);
    await audit(ctx, tx, actor, {
      action: 'link.changed',
      merchantId: account.merchantId,
      subject: { kind: 'link', id: linkId },
      details: { code: after.code, from: before.destination, to: after.destination, disabled: after.disabled },
    });
    return after;
  });
}

export async function readHitsOf(
  ctx: Context,
  actor: Actor,
  accountId: string,
  linkId: string,
): Promise<z.output<typeof linkHits>> {
  const account = await accessMerchantAccount(ctx, actor, accountId);
  return ctx.database.as(scopeOf(account), async (tx) => {
    const link = await readLink(ctx, tx, account, linkId);
    return hitsOf(tx, link.id);
  });
}
