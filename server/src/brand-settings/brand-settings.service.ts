// A brand's own settings. Every change is kept with its time: an order is decided by what was in effect at its click
// (docs/decisions/0078), and creators see each change that concerns them.
import type { BrandSettings, changeBrandSettings, listSettingChanges } from '@vitrine/contract/brand-settings.ts';
import type { BodyOf, DataOf, QueryOf, ReplyOf } from '@vitrine/contract/endpoint.ts';
import { toMoney } from '@vitrine/contract/values/amounts.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import { findOwnPicture } from '../pictures/pictures.service.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isTimeZone } from '../platform/days.ts';
import { notify } from '../platform/events/notify.ts';
import { nextCursor, placeOfId } from '../platform/http/cursor.ts';
import { newId } from '../platform/ids.ts';
import { publicAddress } from '../platform/public.address.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import {
  effectiveAt,
  formerParametersOf,
  insertSettingChange,
  listHosts,
  listSettingChangesOf,
  nextChangeAt,
  readMerchant,
  readPause,
  replaceHosts,
  type SettingValue,
  type StoredChange,
  updateMerchant,
} from '../merchants/settings.ts';
import { lockBrand, saveBrandStatus, tellUsersOfBrand } from '../merchants/brand.status.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import { judgeIdentity, saveIdentity, waitingReviews } from './identity.ts';
import { requireSecondFactor } from '../passwords/second.factor.demand.ts';

type Change = BodyOf<typeof changeBrandSettings>;
type Fields = Omit<BrandSettings, 'pause' | 'slug' | 'currency' | 'shop_host' | 'former_click_parameters' | 'reviews'>;

/** What concerns creators: they see each change of it, and their bell rings. */
export const creatorsFields: readonly string[] = [
  'attribution_window_days',
  'attribution_model',
  'precedence',
  'return_window_days',
  'terms_notice_days',
  'payout_minimum',
  'payout_schedule',
  'duplicate_window_minutes',
];

const defaultPauseReason = 'The brand has paused its program.';
/** Names in the query of an address that are ours. */
const reservedParameters = new Set(['vt_preview']);

async function settingsOf(ctx: Pick<Context, 'config' | 'clock'>, tx: Tx, merchantId: string): Promise<BrandSettings> {
  const row = await readMerchant(tx, merchantId);
  const { status, pause } = await readPause(tx, merchantId);
  const parameter = { id: merchantId, current: row.click_parameter, windowDays: row.window_days };
  const former = await formerParametersOf(tx, parameter, ctx.clock.now());
  return {
    display_name: row.display_name,
    logo: publicAddress(ctx.config.publicUrl, row.brand_logo),
    accent: row.accent,
    hosts: await listHosts(tx, merchantId),
    attribution_window_days: row.window_days,
    attribution_model: row.attribution_model === 'first_click' ? 'first_click' : 'last_click',
    precedence: row.precedence === 'link' ? 'link' : 'code',
    return_window_days: row.return_days,
    terms_notice_days: row.notice_days,
    payout_minimum: toMoney(row.payout_minimum, row.currency),
    payout_schedule: row.payout_schedule === 'monthly' ? 'monthly' : 'on_request',
    click_parameter: row.click_parameter,
    duplicate_window_minutes: row.duplicate_minutes,
    time_zone: row.time_zone,
    payouts_need_two_factor: row.payouts_need_two_factor,
    status,
    pause,
    slug: row.slug,
    currency: row.currency,
    shop_host: new URL(row.shop_url).hostname,
    reviews: await waitingReviews(tx, merchantId),
    former_click_parameters: former.map(({ name, until }) => ({ name, read_until: until.toISOString() })),
  };
}

export async function readBrandSettingsOf(ctx: Context, actor: Actor, merchant: string): Promise<BrandSettings> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'system' }, (tx) => settingsOf(ctx, tx, merchantId));
}

/** What the schema can't know. */
function checkFields({ currency }: BrandSettings, wanted: Change): void {
  const minimum = wanted.payout_minimum;
  if (minimum && minimum.currency !== currency)
    throw invalid('payout_minimum.currency', `must be ${currency}, the brand’s currency, not ${minimum.currency}`);
  if (wanted.time_zone !== undefined && !isTimeZone(wanted.time_zone))
    throw invalid('time_zone', `must be a time zone, like Europe/Paris, not ${wanted.time_zone}`);
  if (wanted.click_parameter !== undefined && reservedParameters.has(wanted.click_parameter))
    throw invalid('click_parameter', `must not be ${wanted.click_parameter}, which we use for previews`);
  if (wanted.pause_reason !== undefined && wanted.status !== 'paused')
    throw invalid('pause_reason', 'must only be given together with the status paused');
}

/** The settings as they will be, and the path of a new logo. */
async function wantedFields(ctx: Context, merchantId: string, before: BrandSettings, wanted: Change): Promise<Fields> {
  const {
    pause: _pause,
    slug: _slug,
    currency: _currency,
    former_click_parameters: _former,
    reviews: _reviews,
    shop_host,
    ...now
  } = before;
  const { logo, hosts, pause_reason: _reason, ...given } = wanted;
  if (logo && !(await findOwnPicture(ctx, { merchantId }, logo)))
    throw invalid('logo', 'must be the path of a picture that was uploaded for this brand');
  return {
    ...now,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(logo !== undefined && { logo: publicAddress(ctx.config.publicUrl, logo) }),
    ...(hosts && { hosts: [...new Set([...hosts, shop_host])].toSorted() }),
  };
}

/** The fields that differ, as they were and as they are. */
function differences(before: Fields, after: Fields): Pick<StoredChange, 'before' | 'after'> {
  const was: Record<string, SettingValue> = {};
  const is: Record<string, SettingValue> = {};
  for (const [name, value] of Object.entries(after)) {
    const old = before[name as keyof Fields];
    if (isDeepStrictEqual(old, value)) continue;
    was[name] = old;
    is[name] = value;
  }
  return { before: was, after: is };
}

/** The columns of changed fields. Hosts and the status have tables of their own. */
function columnsOf(after: Record<string, SettingValue>, fields: Fields, logo: string | null | undefined) {
  const columns = {
    display_name: fields.display_name,
    accent: fields.accent,
    window_days: fields.attribution_window_days,
    attribution_model: fields.attribution_model,
    precedence: fields.precedence,
    return_days: fields.return_window_days,
    notice_days: fields.terms_notice_days,
    payout_minimum: BigInt(fields.payout_minimum.amount),
    payout_schedule: fields.payout_schedule,
    click_parameter: fields.click_parameter,
    duplicate_minutes: fields.duplicate_window_minutes,
    time_zone: fields.time_zone,
    payouts_need_two_factor: fields.payouts_need_two_factor,
  };
  const names: Record<string, keyof typeof columns> = {
    attribution_window_days: 'window_days',
    return_window_days: 'return_days',
    terms_notice_days: 'notice_days',
    duplicate_window_minutes: 'duplicate_minutes',
  };
  const changed = Object.keys(after).map((field) => names[field] ?? field);
  return {
    ...Object.fromEntries(Object.entries(columns).filter(([name]) => changed.includes(name))),
    ...('logo' in after && { brand_logo: logo ?? null }),
  };
}

async function changeStatus(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  { before, wanted, by }: { before: BrandSettings; wanted: Change; by: string },
): Promise<void> {
  if (wanted.status === undefined || wanted.status === before.status) return;
  if (wanted.status === 'active' && before.pause?.by === 'operator')
    throw new Refusal('conflict', {
      message: `An operator paused this brand, so only an operator can resume it. The reason: ${before.pause.reason}`,
    });
  const reason = wanted.pause_reason ?? defaultPauseReason;
  await saveBrandStatus(ctx, tx, await lockBrand(tx, merchantId), { status: wanted.status, reason, by });
}

/**
 * Only an owner changes whether payouts need two-factor login, and must have it: otherwise they would lock themselves out.
 * Ending it takes the proof of a code, so that a stolen session with its password can't.
 */
async function allowPayoutDemand(ctx: Context, actor: Actor, brand: BrandAccess, wanted: boolean | undefined) {
  if (wanted === undefined) return;
  const { merchantId, role } = brand;
  const { payouts_need_two_factor: isDemanded } = await ctx.database.as({ role: 'system' }, (tx) =>
    readMerchant(tx, merchantId),
  );
  if (wanted === isDemanded) return;
  if (role !== 'owner')
    throw new Refusal('forbidden', {
      message: `Your role at this brand, ${role}, can’t change whether payouts need two-factor login. It needs the role owner.`,
    });
  if (actor.kind === 'person' && actor.impersonatedBy !== null) throw new Refusal('forbidden');
  requireSecondFactor(ctx, actor, brand);
}

export async function changeBrandSettingsOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  wanted: Change,
): Promise<BrandSettings> {
  const brand = await accessBrand(ctx, actor, merchant);
  const { merchantId } = brand;
  await allowPayoutDemand(ctx, actor, brand, wanted.payouts_need_two_factor);
  const by = actor.kind === 'person' ? actor.userId : '';
  return ctx.database.as({ role: 'system' }, async (tx) => {
    await lockBrand(tx, merchantId);
    const before = await settingsOf(ctx, tx, merchantId);
    if (before.status === 'closed') throw new Refusal('brand_closed');
    checkFields(before, wanted);
    const { allowed, waiting } = await judgeIdentity(ctx, tx, brand, before, wanted);
    const fields = await wantedFields(ctx, merchantId, before, allowed);
    const changed = differences(before, fields);
    await saveIdentity(ctx, tx, merchantId, { before, fields, waiting, by });
    if (Object.keys(changed.after).length === 0) return settingsOf(ctx, tx, merchantId);
    await changeStatus(ctx, tx, merchantId, { before, wanted, by });
    await updateMerchant(tx, merchantId, columnsOf(changed.after, fields, wanted.logo));
    if ('hosts' in changed.after) await replaceHosts(tx, merchantId, fields.hosts);
    const changedAt = await nextChangeAt(tx, merchantId, ctx.clock.now());
    await insertSettingChange(tx, merchantId, { id: newId(changedAt), changedAt, changedBy: by, ...changed });
    await audit(ctx, tx, actor, {
      action: 'brand.settings_changed',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: { before: changed.before, after: changed.after },
    });
    if (Object.keys(changed.after).some((field) => creatorsFields.includes(field)))
      await notify(ctx, tx, { merchantId, creators: 'all' }, { kind: 'settings_changed' }, 'settings');
    await tellUsersOfBrand(ctx, tx, merchantId);
    return settingsOf(ctx, tx, merchantId);
  });
}

export function presentChanges(change: StoredChange): DataOf<typeof listSettingChanges>[number]['changes'] {
  return Object.keys(change.after).map((field) => ({
    field,
    from: change.before[field] ?? null,
    to: change.after[field] ?? null,
    effective_at: effectiveAt(change, field).toISOString(),
  }));
}

export async function listSettingChangesFor(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { cursor, limit }: QueryOf<typeof listSettingChanges>,
): Promise<ReplyOf<typeof listSettingChanges>> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  const { rows, names } = await ctx.database.as({ role: 'system' }, async (tx) => {
    const found = await listSettingChangesOf(tx, merchantId, { before: placeOfId(cursor)?.id, most: limit + 1 });
    const ids = [...new Set(found.flatMap(({ changedBy }) => changedBy ?? []))];
    const people =
      ids.length === 0
        ? []
        : await tx.selectFrom('users').select(['id', 'display_name']).where('id', 'in', ids).execute();
    return { rows: found, names: new Map(people.map((person) => [person.id, person.display_name])) };
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((change) => ({
      id: change.id,
      changed_at: change.changedAt.toISOString(),
      changed_by: names.get(change.changedBy ?? '') ?? null,
      changes: presentChanges(change),
    })),
    meta: { next_cursor: last && rows.length > limit ? nextCursor(last.changedAt, last.id) : null },
  };
}
