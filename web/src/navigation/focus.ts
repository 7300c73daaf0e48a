import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A new page is read from its start: focus goes to it, as it would if the browser had loaded it. */
export function useFocusOnNewPage(main: { current: HTMLElement | null }): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) main.current?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
