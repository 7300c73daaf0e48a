import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import {
  type connectShopSync,
  type listAssignableCodes,
  type ShopSync,
  syncFault,
  type SyncFault,
} from '@vitrine/contract/shop-sync.ts';
import type { Context } from '../../context.ts';
import { requireOpenBrand } from '../../merchants/brand.pauses.ts';
import { accessBrand } from '../../merchants/merchants.access.ts';
import type { Actor } from '../../platform/actor.ts';
import { audit } from '../../platform/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import { storeSecret } from '../connections.secrets.ts';
import { isShopDomain, requestToken, ShopifyFailure } from '../shopify/shopify.admin.ts';
import { assignableCodes } from './codes.queries.ts';
import { checkShop } from './sync.check.ts';
import { syncFigures } from './sync.figures.ts';
import { subscriptionResults } from './sync.subscriptions.ts';
import { changeSync, deleteSync, findSync, saveAccess, type SyncKey, type SyncRow } from './sync.queries.ts';

const mostCodes = 500;

function faultOf({ fault, fault_detail: detail }: SyncRow): SyncFault {
  if (fault === 'unexpected' && detail === 'nothing_listed') return 'nothing_listed';
  const known = syncFault.safeParse(fault);
  return known.success ? known.data : 'unexpected';
}

function present(row: SyncRow | undefined): ShopSync {
  if (!row) return { access: null, webhooks: null, running: null, last: null, failure: null };
  const figures = syncFigures.parse(row.figures);
  const { seen: _seen, ...last } = syncFigures.parse(row.result ?? {});
  return {
    access: {
      domain: row.domain,
      way: row.client_id === null ? 'token' : 'client',
      client_id: row.client_id,
      hint: row.hint,
      connected_at: row.connected_at.toISOString(),
    },
    webhooks: row.webhooks === null ? null : subscriptionResults.parse(row.webhooks),
    running: row.pass_began_at && {
      since: row.pass_began_at.toISOString(),
      reads: row.phase === 'webhooks' || row.phase === 'codes' ? row.phase : 'products',
      seen: figures.seen,
    },
    last: row.finished_at && { ...last, finished_at: row.finished_at.toISOString() },
    failure: row.failed_at && {
      fault: faultOf(row),
      detail: row.fault_detail,
      at: row.failed_at.toISOString(),
      next_attempt_at: row.due_at.toISOString(),
    },
  };
}

async function keyOf(ctx: Context, actor: Actor, merchant: string): Promise<SyncKey> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return { merchantId, kind: 'shopify' };
}

const inBrand = <T>(ctx: Context, { merchantId }: SyncKey, work: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.database.as({ role: 'app', merchantId }, work);

export async function readShopSyncOf(ctx: Context, actor: Actor, merchant: string): Promise<ShopSync> {
  const key = await keyOf(ctx, actor, merchant);
  return inBrand(ctx, key, async (tx) => present(await findSync(tx, key)));
}

/** As people copy it: with https://, a path, or from the address of the shop's settings. */
function domainIn(sent: string): string {
  const text = sent.trim().toLowerCase();
  const inSettings = /^(?:https:\/\/)?admin\.shopify\.com\/store\/([a-z0-9-]+)/.exec(text)?.[1];
  const domain = inSettings ? `${inSettings}.myshopify.com` : text.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
  if (!isShopDomain(domain))
    throw invalid('domain', `is “${sent.slice(0, 100)}”. Enter the shop’s own address, like glow-lab.myshopify.com`);
  return domain;
}

/** `signs`: the secret with which the app signs its webhooks. */
type Given = { sealed: string; clientId: string | null; signs: string | undefined };

function credentialIn(body: BodyOf<typeof connectShopSync>): Given {
  const { access_token: token, api_secret_key: key, client_id: clientId, client_secret: secret } = body;
  if (token !== undefined) {
    if (clientId !== undefined || secret !== undefined)
      throw invalid('access_token', 'must not be sent together with a client. Enter one of the two');
    if (token.startsWith('shpss_'))
      throw invalid(
        'access_token',
        'is the secret of an app. Enter it as the client secret, together with the client ID',
      );
    if (key?.startsWith('shpat_'))
      throw invalid('api_secret_key', 'is an access token. Enter the API secret key, which Shopify shows below it');
    return { sealed: token, clientId: null, signs: key };
  }
  if (key !== undefined)
    throw invalid('api_secret_key', 'belongs to an access token. Enter the secret of a client as the client secret');
  if (clientId === undefined) throw invalid('client_id', 'is missing. Shopify shows it in the settings of the app');
  if (secret === undefined) throw invalid('client_secret', 'is missing. Shopify shows it below the client ID');
  if (secret.startsWith('shpat_')) throw invalid('client_secret', 'is an access token. Enter it as the access token');
  return { sealed: secret, clientId, signs: secret };
}

/** The refusal of a try: the field at fault, what is wrong, and what would be right. */
function refusalOf({ fault, detail }: ShopifyFailure, domain: string, { clientId }: Given): Refusal {
  const field = clientId === null ? 'access_token' : 'client_secret';
  const [shops = '', brands = ''] = detail.split(' ');
  switch (fault) {
    case 'domain_wrong':
      return invalid('domain', `is ${domain}, but there is no shop. Compare it with the address in Shopify’s settings`);
    case 'token_refused':
      return invalid(field, `was refused by ${domain}. Copy it from the settings of the app once more`);
    case 'not_installed':
      return invalid('client_id', `belongs to an app that isn’t installed in ${domain}. Install the app there first`);
    case 'scope_missing':
      return invalid(
        field,
        `belongs to an app without the permission ${detail}. Add it in Shopify and install the new version`,
      );
    case 'currency_differs':
      return invalid('domain', `is a shop that sells in ${shops}, and the brand’s currency is ${brands}`);
    case 'shop_closed':
      return invalid('domain', `is ${domain}, but the shop is paused or closed. Open it in Shopify first`);
    case 'too_fast':
      return invalid('domain', `is ${domain}, but Shopify allows no more requests now. Try again in a minute`);
    default:
      return invalid('domain', `is ${domain}, but it didn’t answer as expected (${detail}). Try again in a minute`);
  }
}

export async function connectShopSyncFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  body: BodyOf<typeof connectShopSync>,
): Promise<ShopSync> {
  const key = await keyOf(ctx, actor, merchant);
  const { merchantId } = key;
  await inBrand(ctx, key, (tx) => requireOpenBrand(tx, merchantId));
  const domain = domainIn(body.domain);
  const given = credentialIn(body);
  const { sealed, clientId, signs } = given;
  try {
    const token =
      clientId === null ? sealed : (await requestToken(ctx, domain, { id: clientId, secret: sealed })).token;
    await checkShop(ctx, merchantId, { domain, token });
  } catch (error) {
    throw error instanceof ShopifyFailure ? refusalOf(error, domain, given) : error;
  }
  return inBrand(ctx, key, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    // Shopify signs the webhooks of an app with its secret, and those of the shop's settings with another.
    if (signs !== undefined) await storeSecret(ctx, tx, key, { secret: signs, isOfApp: true });
    const access = { domain, clientId, sealed: ctx.sealer.seal(sealed), hint: `…${sealed.slice(-4)}` };
    await saveAccess(tx, key, { ...access, at: ctx.clock.now() });
    await audit(ctx, tx, actor, { action: 'shop.sync_connected', merchantId, subject: { kind: 'shop', id: key.kind } });
    ctx.database.afterCommit('sync_shops', () => ctx.jobs.soon('sync_shops'));
    return present(await findSync(tx, key));
  });
}

export async function startShopSyncOf(ctx: Context, actor: Actor, merchant: string): Promise<ShopSync> {
  const key = await keyOf(ctx, actor, merchant);
  return inBrand(ctx, key, async (tx) => {
    await requireOpenBrand(tx, key.merchantId);
    if (!(await changeSync(tx, key, { due_at: ctx.clock.now() }))) throw new Refusal('not_found');
    ctx.database.afterCommit('sync_shops', () => ctx.jobs.soon('sync_shops'));
    return present(await findSync(tx, key));
  });
}

export async function disconnectShopSyncOf(ctx: Context, actor: Actor, merchant: string): Promise<ShopSync> {
  const key = await keyOf(ctx, actor, merchant);
  return inBrand(ctx, key, async (tx) => {
    if (!(await deleteSync(tx, key))) throw new Refusal('not_found');
    const subject = { kind: 'shop', id: key.kind };
    await audit(ctx, tx, actor, { action: 'shop.sync_disconnected', merchantId: key.merchantId, subject });
    return present(undefined);
  });
}

export async function listAssignableCodesOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
): Promise<DataOf<typeof listAssignableCodes>> {
  const key = await keyOf(ctx, actor, merchant);
  const rows = await inBrand(ctx, key, (tx) => assignableCodes(tx, key.merchantId, mostCodes));
  return rows.map((row) => ({ ...row, ends_at: row.ends_at?.toISOString() ?? null }));
}
