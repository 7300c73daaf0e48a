import { useElementScrollRestoration } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';

/**
 * Whether it is time for what nobody sees first: false while the screen is drawn for the first time, true a moment
 * after, drawn in slices between which the page answers to a finger. Whoever comes back to a place further down looks
 * at just that, so then it is time at once. (`useDeferredValue` would do no such thing within what is itself drawn
 * later: there it gives the last value at once.)
 */
export function useLater(): boolean {
  const place = useElementScrollRestoration({ getElement: () => window });
  const [isLater, setLater] = useState((place?.scrollY ?? 0) > 0);
  useEffect(() => startTransition(() => setLater(true)), []);
  return isLater;
}
