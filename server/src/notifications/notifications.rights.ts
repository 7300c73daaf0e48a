import { type BrandRole, brandRoles } from '@vitrine/contract/values/brand-roles.ts';
import { noticesFor, ownNotices } from '@vitrine/contract/values/notice-rights.ts';
import { type RawBuilder, sql } from 'kysely';

const pairs = brandRoles.flatMap((role: BrandRole) => noticesFor(role).map((kind) => `${role} ${kind}`));

/**
 * Whether its user may read the notification `n` now. What staff were told of while their role at the brand was another
 * is theirs no more: not on the bell, not in its count, and not by an email or push that still waits. The brand's staff
 * are told apart from its creators by the role of the user `u`.
 */
export const mayReadNotice: RawBuilder<boolean> = sql<boolean>`(u.role <> 'brand' or n.kind = any(${ownNotices}::text[])
  or exists (select from merchant_staff s where s.merchant_id = n.merchant_id and s.user_id = n.user_id
    and s.role || ' ' || n.kind = any(${pairs}::text[])))`;
