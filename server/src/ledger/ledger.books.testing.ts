import { createUser } from '../passwords/passwords.service.ts';
import type { Context } from '../context.ts';
import { openMerchantAccount } from '../creators/creators.service.ts';
import { addApiKey, addDiscountCode, addStaff, createMerchant } from '../merchants/merchants.service.ts';
import type { Person, Shop } from '../platform/actor.ts';
import { newId } from '../platform/ids.ts';
import { addTerms } from '../terms/terms.service.ts';

export type MovableClock = Context['clock'] & { advance(milliseconds: number): void };
export type BookCreator = { id: string; email: string; handle: string };
export type Books = {
  ctx: Context;
  clock: MovableClock;
  merchantId: string;
  shop: Shop;
  staff: Person;
  creators: readonly BookCreator[];
  accounts: string[];
  codes: string[];
  /** In the order of publishing. A lower rate applies after its notice period. */
  rates: { rate: number; effectiveAt: number }[];
};
function person(principal: 'brand' | 'creator', userId: string): Person {
  return {
    kind: 'person',
    principal,
    userId,
    uid: userId,
    status: 100,
    sessionId: newId(new Date(0)),
    mode: 'full',
    impersonatedBy: null,
    wasActive: true,
    isSuspended: false,
    hasSecondFactor: false,
    // The staff are owners, who have every right.
    ...(principal === 'brand' && { right: 'staff' as const }),
  };
}

export async function createCreators(ctx: Context, count: number): Promise<BookCreator[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const [email, handle] = [`model-${number}@creators.test`, `model_${number}`];
      return {
        email,
        handle,
        id: await createUser(ctx, { email, handle, password: 'vitrine-model', role: 'creator', displayName: handle }),
      };
    }),
  );
}

/** A new brand with an account and a code for each creator, and terms of 10%. */
export async function openBooks(
  ctx: Context,
  clock: MovableClock,
  creators: readonly BookCreator[],
  staffId: string,
): Promise<Books> {
  const name = newId(clock.now());
  const merchantId = await createMerchant(ctx, {
    displayName: `Model ${name}`,
    currency: 'USD',
    shopUrl: 'https://model.example',
  });
  await addStaff(ctx, merchantId, staffId, 'owner');
  const scopes: ('orders:write' | 'orders:read')[] = ['orders:write', 'orders:read'];
  await addApiKey(ctx, merchantId, { name: 'Model', scopes, key: `vtk_${name}` });
  const accounts = [];
  for (const creator of creators) {
    accounts.push(await openMerchantAccount(ctx, merchantId, creator.id));
    await addDiscountCode(ctx, merchantId, { code: `CODE${accounts.length}`, creator: creator.handle });
  }
  await addTerms(ctx, merchantId, { rules: [{ kind: 'percentage', rate: 1_000 }] });
  return {
    ctx,
    clock,
    merchantId,
    creators,
    accounts,
    codes: accounts.map((_, index) => `CODE${index + 1}`),
    staff: person('brand', staffId),
    shop: { kind: 'shop', principal: 'shop', merchantId, isTest: false, keyId: name, scopes },
    rates: [{ rate: 1_000, effectiveAt: clock.now().getTime() }],
  };
}
