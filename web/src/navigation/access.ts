import type { AnyRoute, AnyRouter } from '@tanstack/react-router';

/** An address of the portal. */
export type Place = { pathname: string; hash: string };

export type PageAccess = 'anonymous' | 'login' | 'brand' | 'operator';

function matchedAt(router: AnyRouter, pathname: string): readonly AnyRoute[] {
  return router.getMatchedRoutes(pathname)[0];
}

/** Who may see a page: what surrounds it says so. Undefined for an address that only redirects. */
export function accessOf(matched: readonly AnyRoute[]): PageAccess | undefined {
  return matched.find(({ options }) => options.staticData?.access)?.options.staticData?.access;
}

/** Whether an address is of a page that needs a login. */
export function needsLogin(router: AnyRouter, pathname: string): boolean {
  const access = accessOf(matchedAt(router, pathname));
  return access !== undefined && access !== 'anonymous';
}

/** Whether the page at this address stays when a session ends (page.ts). */
export function staysOpen(router: AnyRouter, { pathname, hash }: Place): boolean {
  const rule = matchedAt(router, pathname).at(-1)?.options.staticData?.outlivesSession;
  return rule === 'with_link' ? hash !== '' : rule === true;
}
