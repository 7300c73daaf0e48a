import type { Context } from '../context.ts';
import type { BrandAccess } from '../merchants/merchants.access.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { moneyText } from '../platform/money.text.ts';
import { invalid } from '../platform/refusal.ts';
import { ceiling } from './adjustments.lines.ts';
import { writeAdjustments } from './adjustments.service.ts';

type Claimed = {
  brand: BrandAccess;
  creatorId: string;
  merchantAccountId: string;
  amount: bigint;
  reason: string;
};

/** Gives a bonus for a claim, whose own news tells the creator. Returns its id. */
export async function giveForClaim(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  { brand, creatorId, merchantAccountId, amount, reason }: Claimed,
): Promise<string> {
  if (amount > ceiling) throw invalid('amount', `must not be above ${moneyText(ceiling, brand.currency)}`);
  const id = newId(ctx.clock.now());
  await writeAdjustments(ctx, tx, actor, [{ id, amount, creator: { creatorId, merchantAccountId } }], {
    kind: 'bonus',
    reason,
    brand,
  });
  return id;
}
