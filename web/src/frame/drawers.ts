import { useRouter, useRouterState } from '@tanstack/react-router';

/** The drawers over a page. The open one is kept in the history's state, so that going back closes it. */
export type DrawerName =
  | 'user-menu'
  | 'announcements'
  | 'notifications'
  | 'messages'
  | 'help'
  | 'problem'
  | 'privacy-policy'
  | 'terms-of-use';

/** The drawer that is open, if any. */
export function useOpenDrawer(): DrawerName | undefined {
  return useRouterState({ select: (state) => state.location.state.drawer });
}

/** Opens and closes drawers. Its caller isn't rendered again when a drawer opens, which keeps taps fast. */
export function useDrawer() {
  const router = useRouter();
  const openNow = () => router.state.location.state.drawer;
  const open = (name: DrawerName) => {
    // One drawer replaces another in the history, so going back returns to the page.
    const replace = openNow() !== undefined;
    void router.navigate({ href: router.state.location.href, state: { drawer: name }, replace, resetScroll: false });
  };
  const close = () => {
    if (openNow() === undefined) return;
    if (router.history.canGoBack()) router.history.back();
    // An email leads straight to a drawer, so there may be no page to go back to.
    else void router.navigate({ href: router.state.location.href, state: {}, replace: true, resetScroll: false });
  };
  return { open, close };
}
