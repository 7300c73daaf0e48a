/**
 * The address of a page of a shop. What follows the path of the shop's own address, such as the `?x=1` of a copied link,
 * isn't part of it.
 */
export function pageOfShop(shopUrl: string, page: string): string {
  const { origin, pathname } = new URL(shopUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}/${page}`;
}
