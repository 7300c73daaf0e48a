import { startTransition, useEffect, useState } from 'react';

/**
 * Whether it is time for what nobody sees first: false while the screen is drawn for the first time, true a moment
 * after, drawn in slices between which the page answers to a finger. (`useDeferredValue` would do no such thing within
 * what is itself drawn later: there it gives the last value at once.)
 */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => startTransition(() => setLater(true)), []);
  return isLater;
}
