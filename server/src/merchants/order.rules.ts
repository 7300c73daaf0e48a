import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import { specialLineKind } from '@vitrine/contract/decisions.ts';
import type { changeOrderRules, OrderRules } from '@vitrine/contract/merchants.ts';
import { isKnownCurrency } from '@vitrine/contract/values/amounts.ts';
import type { Context } from '../context.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { invalid } from '../platform/refusal.ts';
import { requireOpenBrand } from './brand.pauses.ts';
import { accessBrand } from './merchants.access.ts';

// Which orders and lines may earn commission at all. Orders read these settings when they are stored and decided.

async function readRules(tx: Tx, merchantId: string): Promise<OrderRules> {
  const row = await tx
    .selectFrom('merchants')
    .select(['currency', 'accepted_currencies', 'earning_line_kinds'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  return {
    currency: row.currency,
    accepted_currencies: row.accepted_currencies.filter((currency) => currency !== row.currency),
    earning_line_kinds: specialLineKind.options.filter((kind) => row.earning_line_kinds.includes(kind)),
  };
}

export async function readOrderRulesOf(ctx: Context, actor: Actor, merchant: string): Promise<OrderRules> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  return ctx.database.as({ role: 'app', merchantId }, (tx) => readRules(tx, merchantId));
}

export async function changeOrderRulesOf(
  ctx: Context,
  actor: Actor,
  merchant: string,
  { accepted_currencies: currencies, earning_line_kinds: kinds }: BodyOf<typeof changeOrderRules>,
): Promise<OrderRules> {
  const { merchantId } = await accessBrand(ctx, actor, merchant);
  for (const [index, currency] of (currencies ?? []).entries())
    if (!isKnownCurrency(currency))
      throw invalid(`accepted_currencies.${index}`, `must be an ISO 4217 currency code, like EUR, not ${currency}`);
  const rules = await ctx.database.as({ role: 'app', merchantId }, async (tx) => {
    await requireOpenBrand(tx, merchantId);
    const before = await readRules(tx, merchantId);
    const changed = {
      accepted_currencies: currencies ?? before.accepted_currencies,
      earning_line_kinds: kinds ?? before.earning_line_kinds,
    };
    await tx.updateTable('merchants').set(changed).where('id', '=', merchantId).execute();
    await audit(ctx, tx, actor, {
      action: 'brand.order_rules_changed',
      merchantId,
      subject: { kind: 'merchant', id: merchantId },
      details: changed,
    });
    return readRules(tx, merchantId);
  });
  // Orders that waited for a currency.
  await ctx.jobs.soon('decide_waiting');
  return rules;
}
