import { useDeferredValue } from 'react';

/**
 * Whether it is time for what nobody sees first: false while the screen is drawn for the first time, true a moment
 * after, drawn in slices between which the page answers to a finger.
 */
export function useLater(): boolean {
  return useDeferredValue(true, false);
}
