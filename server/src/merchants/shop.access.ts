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
