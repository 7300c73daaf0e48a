export type LinksSearch = { to?: string };

/** `to` is an address of the shop to which a link is about to be made. */
export function readLinksSearch(search: Record<string, unknown>): LinksSearch {
  const { to } = search;
  return typeof to === 'string' && to !== '' && to.length <= 2048 ? { to } : {};
}
