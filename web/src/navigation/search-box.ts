import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebounced } from '../ui/debounced.ts';

/**
 * The state of a page's search box. The address follows after a pause in typing, so that a search can be shared and
 * going back restores it.
 */
export function useSearchBox(inAddress: string, keep: (typed: string) => void) {
  const [typed, setTyped] = useState(inAddress);
  const rested = useDebounced(typed).trim();
  useEffect(() => {
    if (rested !== inAddress) keep(rested);
    // `keep` is a new function at each render of its page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rested, inAddress]);
  return { typed, setTyped };
}

/**
 * Closes a sheet with its own address: goes back if it was opened from its page, otherwise removes it from the address.
 */
export function useSheetClose(takeOut: () => void): () => void {
  const router = useRouter();
  return () => {
    if (router.state.location.state.openedHere) router.history.back();
    else takeOut();
  };
}
