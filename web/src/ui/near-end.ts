/** Load more this far ahead, so that scrolling never reaches the end of the list. */
const ahead = '1600px';

/**
 * The ref of the button at the end of a list: calls `onNear` when it is near the visible part. A new function in each
 * render, so that an end that is still near is observed again.
 */
export function nearEnd(onNear: () => unknown) {
  return (button: HTMLButtonElement | null): (() => void) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { rootMargin: ahead },
    );
    if (button) observer.observe(button);
    return () => observer.disconnect();
  };
}
