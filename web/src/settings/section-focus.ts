import { useEffect } from 'react';
import { sections } from './sections.ts';

/** A fragment in the address moves the focus to its section. */
export function useSectionFocus(hash: string): void {
  useEffect(() => {
    if (!sections.some(({ id }) => id === hash)) return;
    document.getElementById(hash)?.scrollIntoView({ block: 'start' });
    document.getElementById(`${hash}-heading`)?.focus({ preventScroll: true });
  }, [hash]);
}
