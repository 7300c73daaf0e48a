import type { ApiKeyScope } from '@vitrine/contract/merchants.ts';
import type { Actor } from '../platform/actor.ts';
import { Refusal } from '../platform/refusal.ts';

/** The brand of a shop's key, if the key has one of the scopes. */
export function accessShop(actor: Actor, ...scopes: ApiKeyScope[]): string {
  if (actor.kind !== 'shop') throw new Refusal('forbidden');
  if (!scopes.some((scope) => actor.scopes.includes(scope)))
    throw new Refusal('forbidden', { message: `This API key needs the permission ${scopes.join(' or ')}` });
  return actor.merchantId;
}

/** The same for a call that changes what shoppers and creators see, or reads what real orders earned. A test key can't make it. */
export function accessLiveShop(actor: Actor, ...scopes: ApiKeyScope[]): string {
  const merchantId = accessShop(actor, ...scopes);
  if (isTestKey(actor))
    throw new Refusal('forbidden', {
      message: 'A test key can’t change products or codes, and can’t read commissions or payouts. Use a live key.',
    });
  return merchantId;
}

export function isTestKey(actor: Actor): boolean {
  return actor.kind === 'shop' && actor.isTest;
}
