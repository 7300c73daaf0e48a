import { apiKeyScope } from '@vitrine/contract/merchants.ts';
import type { Context } from '../context.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { addApiKey, addDiscountCode, createMerchant } from '../merchants/merchants.service.ts';
import { createUser } from '../passwords/passwords.service.ts';
import { addTerms } from '../terms/terms.service.ts';
import { addConnection } from './connections.service.ts';
import { modelRates, usualParts } from './histories.model.testing.ts';
import type { Stall } from './histories.shop.testing.ts';

async function openBrand(
  ctx: Context,
  number: number,
): Promise<Omit<Stall, 'merchantAccountId' | 'creatorId' | 'code'>> {
  const slug = `histories-${number}`;
  const merchantId = await createMerchant(ctx, {
    displayName: `Histories ${number}`,
    currency: 'USD',
    shopUrl: `https://${slug}.example`,
  });
  await ctx.database.as({ role: 'app', merchantId }, (tx) =>
    tx
      .updateTable('merchants')
      .set({ accepted_currencies: ['EUR', 'JPY', 'KWD'] })
      .where('id', '=', merchantId)
      .execute(),
  );
  const apiKey = `vtk_histories_${number}`;
  await addApiKey(ctx, merchantId, { name: 'Shop', scopes: apiKeyScope.options, key: apiKey });
  const secrets = { shopify: `vts_${slug}`, woocommerce: `woo-${slug}`, stripe: `whsec_${slug}` };
  for (const kind of ['shopify', 'woocommerce', 'stripe'] as const)
    await addConnection(ctx, merchantId, kind, secrets[kind]);
  await addTerms(ctx, merchantId, {
    rules: [
      { kind: 'percentage', rate: Number(usualParts), amount: null },
      ...Object.entries(modelRates).map(([sku, rate]) =>
        'flat' in rate
          ? { sku, kind: 'flat' as const, rate: null, amount: { amount: String(rate.flat), currency: 'USD' } }
          : { sku, kind: 'percentage' as const, rate: Number(rate.parts), amount: null },
      ),
    ],
  });
  return { slug, merchantId, apiKey, secrets };
}

/** Brands with these creators each, so that histories at once don't wait for each other. */
export async function openStalls(
  ctx: Context,
  { brands, creators }: { brands: number; creators: number },
): Promise<Stall[]> {
  const creatorIds: string[] = [];
  for (let number = 0; number < creators; number += 1)
    creatorIds.push(
      await createUser(ctx, {
        email: `teller-${number}@creators.test`,
        password: 'vitrine-histories',
        role: 'creator',
        handle: `teller_${number}`,
        displayName: `Teller ${number}`,
      }),
    );
  const stalls: Stall[] = [];
  for (let number = 0; number < brands; number += 1) {
    const brand = await openBrand(ctx, number);
    for (const [place, creatorId] of creatorIds.entries()) {
      const code = `TELLER${place}`;
      const merchantAccountId = await openMerchantAccount(ctx, brand.merchantId, creatorId);
      await addDiscountCode(ctx, brand.merchantId, { code, creator: `teller_${place}` });
      stalls.push({ ...brand, merchantAccountId, creatorId, code });
    }
  }
  return stalls;
}
