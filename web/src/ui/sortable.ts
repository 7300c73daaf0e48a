import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PointerSorting } from './sortable.pointer.ts';
import { loadChunk } from '../api/chunk.ts';

const loadPointer = () => import('./sortable.pointer.ts');

type Sorting = {
  ids: readonly string[];
  /** Gets the moved id and its new index in `ids`. */
  onMove: (id: string, place: number) => void;
  /** Says where an item is now: at each place it is dragged over, and where it stays. */
  announce: (id: string, place: number) => void;
};

/**
 * Reordering by mouse, touch and keyboard with an item's handle. The list is complete without the drag and drop
 * library, which is loaded after it; if that fails, the arrow keys still work.
 */
export function useSortable({ ids, onMove, announce }: Sorting) {
  const list = useRef<HTMLUListElement>(null);
  const [pointer, setPointer] = useState<PointerSorting>();

  const move = (id: string, place: number) => {
    if (place < 0 || place >= ids.length || place === ids.indexOf(id)) return;
    onMove(id, place);
    announce(id, place);
  };
  const dropped = useEffectEvent(move);
  const dragged = useEffectEvent(announce);
  const hasSeveral = ids.length > 1;
  useEffect(() => {
    if (!hasSeveral) return undefined;
    let started: PointerSorting | undefined;
    let isGone = false;
    loadChunk(loadPointer).then(
      ({ startPointerSorting }) => {
        if (isGone) return;
        started = startPointerSorting({
          onDrop: (id, place) => dropped(id, place),
          onDrag: (id, place) => dragged(id, place),
        });
        setPointer(started);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      started?.stop();
      setPointer(undefined);
    };
  }, [hasSeveral]);
  // After every render, because items come and go with it.
  useEffect(() => {
    if (list.current) pointer?.follow(list.current);
  });

  const handle = (id: string) => ({
    'data-sort-handle': pointer ? 'draggable' : '',
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      move(id, ids.indexOf(id) + by);
      // Moving an element in the document drops the focus inside it.
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-sort-id="${CSS.escape(id)}"] [data-sort-handle]`)?.focus(),
      );
    },
  });
  const item = (id: string) => ({ 'data-sort-id': id });
  return { list, handle, item, move };
}
