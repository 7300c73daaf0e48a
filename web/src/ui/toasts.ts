type ToastAction = { label: string; run: () => void };
export type Toast = { id: number; text: string; undo?: ToastAction };

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

/** Shows a message for a moment, optionally with an undo button. */
export function showToast(text: string, undo?: ToastAction): void {
  lastId += 1;
  const id = lastId;
  show([...shown.slice(-2), { id, text, ...(undo && { undo }) }]);
  setTimeout(() => dismissToast(id), lifeMs);
}

/**
 * Shows a message with an undo button, and runs the action when the time to undo is over or the page is left. Returns a
 * function that runs it now.
 */
export function showToastThenRun(text: string, undo: ToastAction, action: () => void): () => void {
  let open = true;
  const finish = (then: () => void) => {
    if (!open) return;
    open = false;
    clearTimeout(timer);
    window.removeEventListener('pagehide', now);
    then();
  };
  const now = () => finish(action);
  const timer = setTimeout(now, lifeMs);
  window.addEventListener('pagehide', now);
  showToast(text, { label: undo.label, run: () => finish(undo.run) });
  return now;
}

export const toastStore = {
  subscribe(reader: () => void): () => void {
    readers.add(reader);
    return () => readers.delete(reader);
  },
  read: (): readonly Toast[] => shown,
};
