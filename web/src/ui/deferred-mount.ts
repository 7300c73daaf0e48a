import { useElementScrollRestoration } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';

/**
 * False for the first render and true right after it, in a transition: for parts that aren't visible at first, so that
 * they don't block input. True at once when the scroll position is being restored further down. (`useDeferredValue`
 * doesn't work inside a part that is itself deferred: there it returns the latest value at once.)
 */
export function useDeferredMount(): boolean {
  const place = useElementScrollRestoration({ getElement: () => window });
  const [isLater, setLater] = useState((place?.scrollY ?? 0) > 0);
  useEffect(() => startTransition(() => setLater(true)), []);
  return isLater;
}
