export type LinksSearch = { to?: string };

/** `to` is a shop address to create a link to. */
export function readLinksSearch(search: Record<string, unknown>): LinksSearch {
  const { to } = search;
  return typeof to === 'string' && to !== '' && to.length <= 2048 ? { to } : {};
}
