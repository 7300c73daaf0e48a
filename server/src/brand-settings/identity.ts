// A brand's name and its hosts: what it is taken for. Its own staff change them within limits, and an operator decides about
// the rest (server/src/merchants/name.rules.ts, host.rules.ts). Hosts that are there stay, whatever they are.
import type { BrandSettings, changeBrandSettings } from '@vitrine/contract/brand-settings.ts';
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { Context } from '../context.ts';
import { judgeNewHost } from '../merchants/brand.hosts.ts';
import { claimName, judgeName } from '../merchants/brand.names.ts';
import { cancelReviews, listReviews, requestReview, type WantedReview } from '../merchants/brand.reviews.ts';
import { accessBrand, type BrandAccess } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { invalid, Refusal } from '../platform/refusal.ts';

type Change = BodyOf<typeof changeBrandSettings>;
type Review = Pick<WantedReview, 'kind' | 'value' | 'concern' | 'otherId' | 'state'>;

export async function waitingReviews(tx: Tx, merchantId: string): Promise<BrandSettings['reviews']> {
  const reviews = await listReviews(tx, { merchantId, states: ['waiting'], most: 100 });
  return reviews.map(({ id, kind, value, concern, other, requested_at }) => ({
    id,
    kind,
    value,
    concern,
    other,
    requested_at,
  }));
}

const waitingHosts = (before: BrandSettings) => before.reviews.filter(({ kind }) => kind === 'host').length;
const mostHosts = 20;

/** What of a change takes effect, and what an operator looks at. */
export async function judgeIdentity(
  ctx: Context,
  tx: Tx,
  { merchantId, role }: BrandAccess,
  before: BrandSettings,
  wanted: Change,
): Promise<{ allowed: Change; waiting: Review[] }> {
  const reviews: Review[] = [];
  const { display_name: name, hosts, ...rest } = wanted;
  const allowed: Change = { ...rest };
  if (name !== undefined && name !== before.display_name) {
    const concern = await judgeName(ctx, tx, { merchantId, name });
    if (concern)
      reviews.push({
        kind: 'name',
        value: name,
        concern: concern.concern,
        otherId: concern.concern === 'similar' ? concern.other.merchantId : null,
        state: 'waiting',
      });
    else allowed.display_name = name;
  }
  if (hosts) {
    const added = [...new Set(hosts)].filter((host) => !before.hosts.includes(host));
    if (added.length > 0 && role !== 'owner')
      throw new Refusal('forbidden', {
        message: `Your role at this brand, ${role}, can’t add hosts, because creators’ links may lead to them. It needs the role owner.`,
      });
    if (waitingHosts(before) + hosts.length > mostHosts)
      throw invalid('hosts', `must have at most ${mostHosts} entries, together with those that wait for an operator`);
    for (const host of added) {
      const judged = await judgeNewHost(ctx, tx, merchantId, host);
      if ('refusal' in judged)
        throw invalid(
          `hosts.${hosts.indexOf(host)}`,
          judged.isFirm ? judged.refusal : `${judged.refusal}; if it is yours, ask the operator of this portal`,
        );
      if (judged.concern === undefined) continue;
      const state = judged.concern === 'new' ? 'open' : 'waiting';
      reviews.push({
        kind: 'host',
        value: host,
        concern: judged.concern,
        otherId: judged.other?.merchantId ?? null,
        state,
      });
    }
    const waits = reviews.filter(({ kind, state }) => kind === 'host' && state === 'waiting');
    allowed.hosts = hosts.filter((host) => !waits.some(({ value }) => value === host));
  }
  return { allowed, waiting: reviews };
}

type Saving = {
  before: BrandSettings;
  fields: Pick<BrandSettings, 'display_name' | 'hosts'>;
  waiting: readonly Review[];
  by: string;
};

/** Claims the name, and puts on the list of the operators what they look at; what the brand gave up is taken off it. */
export async function saveIdentity(
  ctx: Context,
  tx: Tx,
  merchantId: string,
  { before, fields, waiting, by }: Saving,
): Promise<void> {
  if (fields.display_name !== before.display_name)
    await claimName(ctx, tx, merchantId, { name: fields.display_name, isVouched: false });
  const removed = before.hosts.filter((host) => !fields.hosts.includes(host));
  if (removed.length > 0) await cancelReviews(ctx, tx, merchantId, { kind: 'host', values: removed });
  for (const review of waiting) await requestReview(ctx, tx, { ...review, merchantId, by });
}

/** Takes back what waits for an operator. */
export async function cancelBrandReviewOf(
  ctx: Context,
  actor: Actor,
  { merchant, review_id: id }: { merchant: string; review_id: string },
): Promise<{ canceled: boolean }> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  if (!isId(id)) throw new Refusal('not_found');
  await ctx.database.as({ role: 'system' }, async (tx) => {
    if ((await cancelReviews(ctx, tx, merchantId, { id })) === 0) throw new Refusal('not_found');
    const subject = { kind: 'merchant', id: merchantId };
    await audit(ctx, tx, actor, { action: 'brand_review.canceled', merchantId, subject });
  });
  return { canceled: true };
}
