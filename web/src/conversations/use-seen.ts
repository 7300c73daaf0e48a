import { useEffect, useRef } from 'react';

/** How long something must be in view before it counts as seen. */
const lookMs = 600;

/** Calls back once for each watched element that was in view for a moment: half of it, or a screenful. */
export function useSeen(onSeen: (ids: string[]) => void): (id: string) => (element: HTMLElement | null) => () => void {
  const callback = useRef(onSeen);
  useEffect(() => {
    callback.current = onSeen;
  });
  const seen = useRef(new Set<string>());
  return (id) => (element) => {
    if (!element) return () => undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer);
        if (!entry?.isIntersecting || seen.current.has(id)) return;
        timer = setTimeout(() => {
          seen.current.add(id);
          callback.current([id]);
        }, lookMs);
      },
      { threshold: 0.3 },
    );
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  };
}
