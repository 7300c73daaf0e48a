// What a brand needs before it can invite. An invitation shows the brand's rates and leads to links, so a brand without a
// rate for new creators or without a host can't send one.
import type { Context } from '../context.ts';
import { type NamedGroup, findOpenGroup } from '../groups/groups.access.ts';
import { listHosts } from '../merchants/settings.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { termsAt } from '../terms/terms.service.ts';
import { type Offer, offerOf } from './invitations.offer.ts';

export type Conditions = { offer: Offer; termsVersion: number | null };

/** The step that is missing before the brand can invite; undefined if nothing is. */
export async function missingStep(
  ctx: Context,
  tx: Tx,
  merchantId: string,
): Promise<{ step: 'terms_missing' | 'host_missing'; message: string } | undefined> {
  const { offer } = await offerOf(ctx, tx, merchantId);
  if (offer.rules.length === 0) {
    const held = await termsAt(tx, merchantId, ctx.clock.now());
    return {
      step: 'terms_missing',
      message: held
        ? 'Your terms only have rates for specific creators. Add a rate for all creators under Terms (POST /brand/{merchant}/terms) before you send invitations.'
        : 'Set your commission rates under Terms (POST /brand/{merchant}/terms) before you send invitations',
    };
  }
  if ((await listHosts(tx, merchantId)).length > 0) return undefined;
  return {
    step: 'host_missing',
    message:
      'Add the host of your shop under Settings (PATCH /brand/{merchant}/settings) before you send invitations: creators’ links must lead somewhere',
  };
}

/** The current offer, or a refusal that names the missing step. */
export async function requireOffer(ctx: Context, tx: Tx, merchantId: string): Promise<Conditions> {
  const missing = await missingStep(ctx, tx, merchantId);
  if (missing) throw new Refusal(missing.step, { message: missing.message });
  const held = await termsAt(tx, merchantId, ctx.clock.now());
  return { offer: await offerOf(ctx, tx, merchantId), termsVersion: held?.version ?? null };
}

/** A group that creators can join. */
export async function requireGroup(tx: Tx, merchantId: string, groupId: string): Promise<NamedGroup> {
  const group = await findOpenGroup(tx, merchantId, groupId);
  if (!group) throw invalid('group', 'must be the id of one of your groups that isn’t archived');
  return group;
}
