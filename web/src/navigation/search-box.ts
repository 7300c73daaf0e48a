import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useDebounced } from '../ui/debounced.ts';

/** What is typed into a page's search; the address follows once the fingers rest, so that it can be shared and gone back to. */
export function useSearchBox(inAddress: string, keep: (typed: string) => void) {
  const [typed, setTyped] = useState(inAddress);
  const rested = useDebounced(typed).trim();
  useEffect(() => {
    if (rested !== inAddress) keep(rested);
    // `keep` is made anew by every render of its page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rested, inAddress]);
  return { typed, setTyped };
}

/** Closes a sheet that has an address of its own: back where it was opened from, else by taking it out of the address. */
export function useSheetClose(takeOut: () => void): () => void {
  const router = useRouter();
  return () => {
    if (router.state.location.state.openedHere) router.history.back();
    else takeOut();
  };
}
