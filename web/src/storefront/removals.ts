import { useEffect, useRef, useState } from 'react';
import { showToastThenRun } from '../ui/toasts.ts';

/** Removals that can be undone for a few seconds. Leaving the page makes them final. */
export function useRemovals(removeNow: (id: string) => void) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const open = useRef(new Map<string, () => void>());
  useEffect(() => {
    const pending = open.current;
    return () => {
      for (const now of pending.values()) now();
    };
  }, []);
  const keep = (id: string) => setIds((kept) => new Set([...kept].filter((other) => other !== id)));
  const remove = (id: string, text: string, undoLabel: string, action: () => void = () => removeNow(id)) => {
    setIds((kept) => new Set([...kept, id]));
    const undo = () => {
      open.current.delete(id);
      keep(id);
    };
    const done = () => {
      open.current.delete(id);
      action();
    };
    open.current.set(id, showToastThenRun(text, { label: undoLabel, run: undo }, done));
  };
  return { ids, remove };
}
