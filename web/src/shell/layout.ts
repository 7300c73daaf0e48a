import { useSyncExternalStore } from 'react';

export type Layout = 'phone' | 'tablet' | 'desktop';

const debounceMs = 200;

/** Under 728 px the phone's layout, under 1180 px the tablet's (specification, section 9). */
export function layoutOf(width: number): Layout {
  if (width < 728) return 'phone';
  return width < 1180 ? 'tablet' : 'desktop';
}

function subscribe(reader: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      settled = layoutOf(window.innerWidth);
      reader();
    }, debounceMs);
  };
  window.addEventListener('resize', later);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('resize', later);
  };
}

let settled: Layout | undefined;

/** The layout of this window; a resize is heeded once it has rested for 200 ms (S08). */
export function useLayout(): Layout {
  return useSyncExternalStore(subscribe, () => (settled ??= layoutOf(window.innerWidth)));
}
