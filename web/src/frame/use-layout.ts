import { useSyncExternalStore } from 'react';
import { type Layout, layoutOf } from './layout.ts';

const debounceMs = 200;

function subscribe(reader: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      layout = layoutOf(window.innerWidth);
      reader();
    }, debounceMs);
  };
  window.addEventListener('resize', later);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', later);
  };
}

let layout: Layout | undefined;

/** The layout of this window; resizes are debounced by 200 ms (S08). */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => (layout ??= layoutOf(window.innerWidth)));
}
