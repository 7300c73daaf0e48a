type Deed = { label: string; run: () => void };
export type Toast = { id: number; text: string; undo?: Deed };

const lifeMs = 12_000;
let shown: readonly Toast[] = [];
let lastId = 0;
const readers = new Set<() => void>();

function show(next: readonly Toast[]): void {
  shown = next;
  for (const reader of readers) reader();
}

export function dismissToast(id: number): void {
  show(shown.filter((toast) => toast.id !== id));
}

/** Says what has been done, for a moment. */
export function say(text: string, undo?: Deed): void {
  lastId += 1;
  const id = lastId;
  show([...shown.slice(-2), { id, text, ...(undo && { undo }) }]);
  setTimeout(() => dismissToast(id), lifeMs);
}

/**
 * Says what is done, and does it once the time to take it back has run out; at once when the page is left.
 * Answers how to do it now.
 */
export function sayThenDo(text: string, undo: Deed, deed: () => void): () => void {
  let open = true;
  const settle = (then: () => void) => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    window.removeEventListener('pagehide', now);
    then();
  };
  const now = () => settle(deed);
  const timer = setTimeout(now, lifeMs);
  window.addEventListener('pagehide', now);
  say(text, { label: undo.label, run: () => settle(undo.run) });
  return now;
}

export const toastStore = {
  subscribe(reader: () => void): () => void {
    readers.add(reader);
    return () => readers.delete(reader);
  },
  read: (): readonly Toast[] => shown,
};
