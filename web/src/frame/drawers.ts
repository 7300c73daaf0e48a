import { useRouter, useRouterState } from '@tanstack/react-router';

/** What may lie over a page. It stands in the history's state, so that going back closes it. */
export type DrawerName =
  | 'user-menu'
  | 'announcements'
  | 'messages'
  | 'help'
  | 'problem'
  | 'privacy-policy'
  | 'terms-of-use';

/** The drawer that is open, if any. */
export function useOpenDrawer(): DrawerName | undefined {
  return useRouterState({ select: (state) => state.location.state.drawer });
}

/** Opens and closes, without being drawn anew by it: a tap is answered the sooner, the less it changes. */
export function useDrawer() {
  const router = useRouter();
  const openNow = () => router.state.location.state.drawer;
  const open = (name: DrawerName) => {
    // From one drawer to the next is one step: going back leads to the page.
    const replace = openNow() !== undefined;
    void router.navigate({ href: router.state.location.href, state: { drawer: name }, replace, resetScroll: false });
  };
  const close = () => {
    if (openNow() !== undefined) router.history.back();
  };
  return { open, close };
}
