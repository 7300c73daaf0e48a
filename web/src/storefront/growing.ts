import { useState } from 'react';

const step = 48;
/** Load more this far ahead, so that scrolling never reaches the end of the list. */
const ahead = '1600px';

/**
 * How many entries of a long list are on the page; more are added near its end, or when the button at its end is
 * clicked.
 */
export function useGrowing(total: number) {
  const [shown, setShown] = useState(step);
  const grow = () => setShown((count) => count + step);
  // A new function after each step, so that an end that is still near is observed again.
  const end = (button: HTMLButtonElement | null): (() => void) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) grow();
      },
      { rootMargin: ahead },
    );
    if (button) observer.observe(button);
    return () => observer.disconnect();
  };
  return { shown, isMore: shown < total, end, grow };
}
