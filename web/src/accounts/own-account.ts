import type { User } from '@vitrine/contract/accounts.ts';

/**
 * Where users find their own account. Emails and Google name `/settings` for everyone, and the guard sends staff and
 * operators on to theirs. A brand's slug follows `/brand/`, so staff need an address that no brand can have.
 */
export const ownAccountPaths = {
  creator: '/settings',
  brand: '/staff/account',
  operator: '/operator/account',
} as const satisfies Record<User['role'], string>;
