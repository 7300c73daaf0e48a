/** Names that would be taken for the product itself, or for an address of it. */
const reserved = new Set(
  `about account accounts admin administrator analytics api app assets billing blog brand brands contact creator
   creators docs earnings help home invite legal login logout mail manage me media messages moderator news null official
   operator operators pages password payout payouts privacy register root s security settings shop social staff start
   status storefront support system team terms undefined user users vitrine www`.split(/\s+/),
);

export function isReservedHandle(handle: string): boolean {
  return reserved.has(handle.replaceAll('_', ''));
}
