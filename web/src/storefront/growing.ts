import { useState } from 'react';

const step = 48;
/** Load more this far ahead, so that scrolling never reaches the end of the list. */
const ahead = '1600px';

/** How much of a long list is on the page: it grows as its end comes near, or when the button at its end is pressed. */
export function useGrowing(total: number) {
  const [shown, setShown] = useState(step);
  const grow = () => setShown((count) => count + step);
  // A new function after each step: an end that is near is observed anew, and told once more.
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
