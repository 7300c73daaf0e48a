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

export function useDrawer() {
  const router = useRouter();
  const drawer = useRouterState({ select: (state) => state.location.state.drawer });
  const open = (name: DrawerName) => {
    // From one drawer to the next is one step: going back leads to the page.
    const replace = router.state.location.state.drawer !== undefined;
    void router.navigate({ href: router.state.location.href, state: { drawer: name }, replace, resetScroll: false });
  };
  const close = () => {
    if (router.state.location.state.drawer !== undefined) router.history.back();
  };
  return { drawer, open, close };
}
