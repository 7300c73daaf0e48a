import * as z from 'zod/mini';

const handlePattern = /^[a-z0-9_]{2,30}$/;

/** Whether this has the format of a handle. */
export function isHandle(handle: string): boolean {
  return handlePattern.test(handle);
}

/** The name of a creator in addresses: `/@handle`. */
export const userHandle = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(60, 'must have at most 30 characters')),
    z.transform((value: string) => value.trim().replace(/^@/, '').toLowerCase()),
  ),
  z
    .string()
    .check(
      z.regex(/^[a-z0-9_]*$/, { error: 'must have only lowercase letters, numbers and underscores', abort: true }),
      z.minLength(2, 'must have at least 2 characters'),
      z.maxLength(30, 'must have at most 30 characters'),
    ),
);

/** Names that could be mistaken for the portal itself or someone who speaks for it. */
const reserved = new Set(
  `about abuse account accounts admin administrator analytics announcements anonymous api app assets beauty billing
  blog brand brands contact creator creators dashboard demo developer docs earnings everyone forgot general help home
  info invite legal login logout mail manage me media messages moderator news noreply null official operator operators
  owner pages password payout payouts postmaster press privacy register root s sales security settings shop social
  staff start status storefront support system team terms test undefined user users vitrine vitrinebeauty webmaster
  www you`.split(/\s+/),
);

/** Ignores underscores, because they don't change how a name reads. */
export function isReservedHandle(handle: string): boolean {
  const letters = handle.replaceAll('_', '');
  return letters === '' || reserved.has(letters);
}

/** Suggests a handle for a name; empty if the name has no letters that a handle may have. */
export function handleOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, 30)
    .replace(/_+$/, '');
}
