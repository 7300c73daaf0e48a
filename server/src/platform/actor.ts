import type { Principal } from '@vitrine/contract/endpoint.ts';
import type { BrandRight } from '@vitrine/contract/values/brand-roles.ts';

/** A logged-in user. `impersonatedBy` is set while an operator acts as them. */
export type Person = {
  kind: 'person';
  principal: 'creator' | 'brand' | 'operator';
  userId: string;
  uid: string;
  status: number;
  /** Whether the status was ever 100. */
  wasActive: boolean;
  /** Whether an operator suspends this creator: they read, and change only what the contract opens to them. */
  isSuspended: boolean;
  sessionId: string;
  mode: 'full' | 'view' | 'assist';
  impersonatedBy: string | null;
  /** Whether their logins take a second factor. */
  hasSecondFactor: boolean;
  /** What the call needs at a brand. Set while a call of a brand's console is answered. */
  right?: BrandRight;
};

/** A brand's shop, by its API key. */
export type Shop = {
  kind: 'shop';
  principal: 'shop';
  merchantId: string;
  keyId: string;
  scopes: readonly string[];
  /** A test key. Its orders, limits and idempotency keys are apart from those of the brand's live keys. */
  isTest: boolean;
};

export type Anonymous = { kind: 'anonymous'; principal: 'anonymous' };

/** The caller: the second argument of every service function. */
export type Actor = Person | Shop | Anonymous;

export const anonymous: Anonymous = { kind: 'anonymous', principal: 'anonymous' };

/** The key for limits and idempotency keys of this caller. */
export function actorName(actor: Actor, address: string): string {
  if (actor.kind === 'person') return `user:${actor.userId}`;
  if (actor.kind === 'shop') return `${actor.isTest ? 'test-shop' : 'shop'}:${actor.merchantId}`;
  return `address:${address}`;
}

/** Whether this operator has yet to turn on two-factor login, which `operatorsNeedSecondFactor` demands. */
export function lacksSecondFactor(
  { operatorsNeedSecondFactor }: { operatorsNeedSecondFactor: boolean },
  actor: Person,
): boolean {
  return operatorsNeedSecondFactor && actor.principal === 'operator' && !actor.hasSecondFactor;
}

export function isPrincipal(actor: Actor, ...principals: Principal[]): boolean {
  return principals.includes(actor.principal);
}
