import type { SubjectKind } from '@vitrine/contract/takedowns.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../platform/database/database.ts';
import { addressesOf } from '../platform/variants/variants.ts';

/** What an address of this installation shows, and whose it is: a creator's, or a brand's picture. */
export type TakedownSubject = {
  kind: SubjectKind;
  id: string;
  path: string;
  creatorId: string | null;
  merchantId: string | null;
};

/** The path of an address of this installation; undefined for addresses elsewhere. */
function pathOf(ctx: Context, address: string): string | undefined {
  const url = URL.parse(address.trim(), ctx.config.publicUrl);
  const own = addressesOf(ctx.config).map((origin) => new URL(origin).host);
  if (url === null || !own.includes(url.host)) return undefined;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
}

async function creatorIdOf(tx: Tx, given: string): Promise<string | undefined> {
  const handle = given.toLowerCase();
  const creator = await tx.selectFrom('users').select('id').where('user_handle', '=', handle).executeTakeFirst();
  if (creator) return creator.id;
  const past = await tx
    .selectFrom('handle_history')
    .select('user_id')
    .where('user_handle', '=', handle)
    .executeTakeFirst();
  return past?.user_id;
}

async function linkOf(tx: Tx, code: string): Promise<TakedownSubject | undefined> {
  const link = await tx.selectFrom('links').select(['id', 'creator_id']).where('code', '=', code).executeTakeFirst();
  return link && { kind: 'link', id: link.id, path: `/s/${code}`, creatorId: link.creator_id, merchantId: null };
}

async function pictureOf(tx: Tx, code: string): Promise<TakedownSubject | undefined> {
  const picture = await tx
    .selectFrom('pictures')
    .select(['id', 'owner_id', 'merchant_id'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (!picture) return undefined;
  const { id, owner_id: ownerId, merchant_id: merchantId } = picture;
  return { kind: 'picture', id, path: `/media/p/${code}.webp`, creatorId: merchantId ? null : ownerId, merchantId };
}

async function storefrontOf(tx: Tx, handle: string, slug: string | undefined): Promise<TakedownSubject | undefined> {
  const creatorId = await creatorIdOf(tx, handle);
  if (creatorId === undefined) return undefined;
  const path = `/@${handle.toLowerCase()}`;
  if (slug === undefined) return { kind: 'creator', id: creatorId, path, creatorId, merchantId: null };
  const account = await tx
    .selectFrom('merchant_accounts')
    .innerJoin('merchants', 'merchants.id', 'merchant_accounts.merchant_id')
    .select('merchant_accounts.id')
    .where('merchant_accounts.creator_id', '=', creatorId)
    .where('merchants.slug', '=', slug)
    .executeTakeFirst();
  return account && { kind: 'storefront', id: account.id, path: `${path}/${slug}`, creatorId, merchantId: null };
}

/** The shortlink, storefront, creator's page or picture at an address. Needs the system role. */
export async function findSubject(ctx: Context, tx: Tx, address: string): Promise<TakedownSubject | undefined> {
  const path = pathOf(ctx, address) ?? '';
  const [, code] = /^\/s\/([A-Za-z0-9_-]{3,64})\+?$/.exec(path) ?? [];
  if (code !== undefined) return linkOf(tx, code);
  const [, picture] = /^\/media\/p\/([\w-]{22})\.webp$/.exec(path) ?? [];
  if (picture !== undefined) return pictureOf(tx, picture);
  const [, handle, slug] = /^\/@(\w{2,30})(?:\/([a-z0-9-]{1,200})(?:\/.*)?)?\/?$/.exec(path) ?? [];
  return handle === undefined ? undefined : storefrontOf(tx, handle, slug);
}
