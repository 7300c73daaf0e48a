// A merchant is a brand. Its slug is unique and never empty, whatever its name. Keys and secrets are shown once and stored
// hashed (keys) or encrypted (secrets that are needed to check signatures).
import type * as z from 'zod/mini';
import {
  apiKeyScope,
  type apiKey,
  type BrandOverview,
  type createApiKey,
  type createDiscountCode,
  type discountCode,
  type listDiscountCodes,
  type listShopCodes,
} from '@vitrine/contract/merchants.ts';
import type { BodyOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import { slugOf } from '@vitrine/contract/values/slug.ts';
import type { Context } from '../context.ts';
import { type Actor, anonymous } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { newCode, newId, newSecret, sha256 } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { claimName } from './brand.names.ts';
import { requireActiveBrand, requireOpenBrand } from './brand.pauses.ts';
import { accessBrand } from './merchants.access.ts';
import { accessLiveShop, accessShop } from './shop.access.ts';
import { brandOverviewOf } from './merchants.overview.views.ts';
import {
  endCode,
  findAccountByHandle,
  findCode,
  insertApiKey,
  insertCode,
  insertMerchant,
  insertStaff,
  isSlugFree,
  listCodes,
  listKeys,
  revokeKey,
} from './merchants.queries.ts';

type ApiKey = z.output<typeof apiKey>;
type DiscountCode = z.output<typeof discountCode>;
type Scope = z.output<typeof apiKeyScope>;

export type NewMerchant = { displayName: string; currency: string; shopUrl: string; logo?: string; project?: string };

/** Addresses below a creator's page that aren't storefronts, such as /@ava/posts. */
const reservedSlugs = new Set(['posts']);

/** The slug for a brand's name by the rule as written (S19), with a suffix only if that is empty or taken (S10). */
async function freeSlug(tx: Tx, displayName: string): Promise<string> {
  const wanted = slugOf(displayName);
  const isFree = wanted !== '' && !reservedSlugs.has(wanted) && (await isSlugFree(tx, wanted));
  if (isFree) return wanted;
  return [wanted, newCode(5)].filter(Boolean).join('-');
}

/** Creates a brand; returns its id. A name that looks like another brand's is refused. */
export async function createMerchant(ctx: Context, merchant: NewMerchant): Promise<string> {
  const now = ctx.clock.now();
  const id = newId(now);
  await ctx.database.as({ role: 'system' }, async (tx) => {
    await insertMerchant(
      tx,
      {
        id,
        slug: await freeSlug(tx, merchant.displayName),
        display_name: merchant.displayName,
        brand_logo: merchant.logo ?? null,
        currency: merchant.currency,
        project_key: merchant.project ?? ctx.config.variants.standard.key,
        shop_url: merchant.shopUrl,
        created_at: now,
      },
      [new URL(merchant.shopUrl).hostname],
    );
    await claimName(ctx, tx, id, { name: merchant.displayName, isVouched: true });
  });
  return id;
}

export async function addStaff(ctx: Context, merchantId: string, userId: string, role: BrandRole): Promise<void> {
  const now = ctx.clock.now();
  await ctx.database.as({ role: 'system' }, (tx) =>
    insertStaff(tx, { merchant_id: merchantId, user_id: userId, role, joined_at: now }),
  );
}

function presentKey(row: Awaited<ReturnType<typeof listKeys>>[number]): ApiKey {
  const known = row.scopes.flatMap((scope): Scope[] => {
    const read = apiKeyScope.safeParse(scope);
    return read.success ? [read.data] : [];
  });
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: known,
    is_test: row.is_test,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

/** Stores the hash of a key. Only the demo passes a fixed, public `key`. */
type NewKey = { name: string; scopes: readonly Scope[]; is_test?: boolean | undefined; key?: string };
type MadeKey = { key: string; api_key: ApiKey };

async function storeApiKey(ctx: Context, tx: Tx, merchantId: string, input: NewKey): Promise<MadeKey> {
  const key = input.key ?? newSecret(input.is_test ? 'vtk_test' : 'vtk');
  const id = newId(ctx.clock.now());
  await insertApiKey(tx, {
    merchant_id: merchantId,
    id,
    name: input.name,
    hint: `${key.slice(0, input.is_test ? 13 : 8)}…`,
    key_hash: sha256(key),
    scopes: [...input.scopes],
    is_test: input.is_test ?? false,
    created_at: ctx.clock.now(),
    last_used_at: null,
    revoked_at: null,
  });
  const row = (await listKeys(tx, merchantId)).find((entry) => entry.id === id);
  if (!row) throw new Error('the key that was just stored is missing');
  return { key, api_key: presentKey(row) };
}

export async function addApiKey(ctx: Context, merchantId: string, input: NewKey): Promise<MadeKey> {
  return ctx.database.as({ role: 'app', merchantId }, (tx) => storeApiKey(ctx, tx, merchantId, input));
}

export async function listApiKeysOf(ctx: Context, actor: Actor, merchant: string): Promise<ApiKey[]> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const rows = await ctx.database.as({ role: 'app', merchantId }, (tx) => listKeys(tx, merchantId));
  return rows.map(presentKey);
}

export async function createApiKeyFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  input: BodyOf<typeof createApiKey>,
): Promise<MadeKey> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const made = await storeApiKey(ctx, tx, merchantId, input);
    const subject = { kind: 'api_key', id: made.api_key.id };
    await audit(ctx, tx, actor, { action: 'api_key.created', merchantId, subject });
    return made;
  });
}

export async function revokeApiKeyOf(ctx: Context, actor: Actor, merchant: string, keyId: string): Promise<ApiKey> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const row = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const found = (await listKeys(tx, merchantId)).find((entry) => entry.id === keyId);
    if (!found) throw new Refusal('not_found');
    await audit(ctx, tx, actor, { action: 'api_key.revoked', merchantId, subject: { kind: 'api_key', id: keyId } });
    return revokeKey(tx, merchantId, keyId, ctx.clock.now());
  });
  if (!row) throw new Refusal('not_found');
  return presentKey(row);
}

function presentCode(row: Awaited<ReturnType<typeof listCodes>>[number]): DiscountCode {
  return {
    code: row.code,
    creator: row.user_handle ?? '',
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

type CodeQuery = QueryOf<typeof listShopCodes>;

/** The cursor is the last code of the previous page. */
async function discountCodesOf(
  ctx: Context,
  merchantId: string,
  { cursor, limit }: CodeQuery,
): Promise<ReplyOf<typeof listDiscountCodes>> {
  if (cursor !== undefined && (cursor.includes('\0') || !cursor.isWellFormed()))
    throw invalid('cursor', 'must be the next_cursor of the previous page');
  const wanted = { ...(cursor !== undefined && { after: cursor }), ...(limit !== undefined && { most: limit + 1 }) };
  const rows = await ctx.database.as({ role: 'app', merchantId }, (tx) => listCodes(tx, merchantId, wanted));
  const page = rows.slice(0, limit);
  return {
    data: page.map(presentCode),
    meta: { next_cursor: rows.length > page.length ? (page.at(-1)?.code ?? null) : null },
  };
}

export async function listDiscountCodesOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  query: CodeQuery,
): Promise<ReplyOf<typeof listDiscountCodes>> {
  return discountCodesOf(ctx, (await accessBrand(ctx, actor, merchant)).merchantId, query);
}

export async function listShopCodesOf(
  ctx: Context,
  actor: Actor,
  query: CodeQuery,
): Promise<ReplyOf<typeof listDiscountCodes>> {
  return discountCodesOf(ctx, accessShop(actor, 'codes:read', 'codes:write'), query);
}

/** Ends a code for later orders; one that has ended stays as it is. */
export async function endShopCodeOf(ctx: Context, actor: Actor, code: string): Promise<DiscountCode> {
  const merchantId = accessLiveShop(actor, 'codes:write');
  const wanted = code.toUpperCase();
  await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    const isEnded = await endCode(tx, merchantId, wanted, ctx.clock.now());
    if (!isEnded) return;
    const subject = { kind: 'discount_code', id: wanted };
    await audit(ctx, tx, actor, { action: 'discount_code.ended', merchantId, subject });
  });
  const found = await ctx.database.as({ role: 'app', merchantId }, (tx) => findCode(tx, merchantId, wanted));
  if (!found) throw new Refusal('not_found');
  return presentCode(found);
}

/** Ends codes that no longer work in the brand's shop. Returns how many of them had not ended before. */
export async function endAssignedCodes(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  codes: readonly string[],
): Promise<number> {
  let ended = 0;
  for (const code of codes) {
    if (!(await endCode(tx, merchantId, code, ctx.clock.now()))) continue;
    ended += 1;
    const subject = { kind: 'discount_code', id: code };
    await audit(ctx, tx, anonymous, { action: 'discount_code.ended', merchantId, subject });
  }
  return ended;
}

/** Assigns a code to one of the brand's creators, by handle. */
export async function addDiscountCode(
  ctx: Context,
  merchantId: string,
  input: BodyOf<typeof createDiscountCode>,
): Promise<DiscountCode> {
  const now = ctx.clock.now();
  const code = input.code.toUpperCase();
  return ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireActiveBrand(tx, merchantId);
    const account = await findAccountByHandle(tx, merchantId, input.creator);
    if (!account) throw invalid('creator', 'must be the handle of one of your creators');
    const added = await insertCode(tx, {
      merchant_id: merchantId,
      code,
      merchant_account_id: account.id,
      creator_id: account.creator_id,
      created_at: now,
      ended_at: null,
    });
    if (!added) throw new Refusal('conflict', { message: `The code ${code} is already assigned to a creator` });
    return { code, creator: input.creator.toLowerCase(), created_at: now.toISOString(), ended_at: null };
  });
}

export async function createDiscountCodeFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  input: BodyOf<typeof createDiscountCode>,
): Promise<DiscountCode> {
  return assignCode(ctx, actor, (await accessBrand(ctx, actor, merchant)).merchantId, input);
}

export async function createShopCodeFor(
  ctx: Context,
  actor: Actor,
  input: BodyOf<typeof createDiscountCode>,
): Promise<DiscountCode> {
  return assignCode(ctx, actor, accessLiveShop(actor, 'codes:write'), input);
}

async function assignCode(
  ctx: Context,
  actor: Actor,
  merchantId: string,
  input: BodyOf<typeof createDiscountCode>,
): Promise<DiscountCode> {
  const made = await addDiscountCode(ctx, merchantId, input);
  await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    audit(ctx, tx, actor, {
      action: 'discount_code.created',
      merchantId,
      subject: { kind: 'discount_code', id: made.code },
      details: { creator: made.creator },
    }),
  );
  return made;
}

export async function readBrandOverviewOf(ctx: Context, actor: Actor, merchant: string): Promise<BrandOverview> {
  const { merchantId, currency, timeZone, role } = await accessBrand(ctx, actor, merchant);
  return ctx.database.read({ role: 'app', merchantId }, (tx) =>
    brandOverviewOf(ctx, tx, { merchantId, currency, timeZone, role }),
  );
}
