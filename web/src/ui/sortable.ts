import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type Drop, dropAt, type SortRect } from './drop.ts';

type Drag = { id: string; rects: readonly SortRect[]; fromX: number; fromY: number };

const scrollEdge = 72;
const scrollStep = 14;

function pageRects(list: HTMLElement): SortRect[] {
  return [...list.querySelectorAll<HTMLElement>('[data-sort-id]')].map((item) => {
    const { left, top, right, bottom } = item.getBoundingClientRect();
    return {
      id: item.dataset['sortId'] ?? '',
      left: left + scrollX,
      top: top + scrollY,
      right: right + scrollX,
      bottom: bottom + scrollY,
    };
  });
}

type Sorting = {
  ids: readonly string[];
  /** Gets the moved id and its new index in `ids`. */
  onMove: (id: string, place: number) => void;
};

/** Reordering by mouse, touch and keyboard with an item's handle; the list shows where the item would land. */
export function useSortable({ ids, onMove }: Sorting) {
  const list = useRef<HTMLUListElement>(null);
  const drag = useRef<Drag>(undefined);
  const [state, setState] = useState<{ dragged: string; drop: Drop | undefined }>();

  const move = (id: string, place: number) => {
    if (place < 0 || place >= ids.length || place === ids.indexOf(id)) return;
    onMove(id, place);
    // Moving an element in the document drops the focus inside it.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-sort-id="${CSS.escape(id)}"] [data-sort-handle]`)?.focus(),
    );
  };
  const tile = (id: string) => list.current?.querySelector<HTMLElement>(`[data-sort-id="${CSS.escape(id)}"]`);
  const finish = (event: PointerEvent) => {
    const held = drag.current;
    if (!held) return;
    drag.current = undefined;
    const element = tile(held.id);
    if (element) element.style.transform = '';
    setState(undefined);
    const drop = event.type === 'pointerup' ? dropAt(held.rects, event.pageX, event.pageY) : undefined;
    if (!drop || drop.id === held.id) return;
    const others = ids.filter((id) => id !== held.id);
    move(held.id, others.indexOf(drop.id) + (drop.side === 'after' ? 1 : 0));
  };
  const follow = (event: PointerEvent) => {
    const held = drag.current;
    if (!held) return;
    const element = tile(held.id);
    if (element) element.style.transform = `translate(${event.pageX - held.fromX}px, ${event.pageY - held.fromY}px)`;
    const drop = dropAt(held.rects, event.pageX, event.pageY);
    setState({ dragged: held.id, drop: drop?.id === held.id ? undefined : drop });
    if (event.clientY < scrollEdge) scrollBy(0, -scrollStep);
    if (event.clientY > innerHeight - scrollEdge) scrollBy(0, scrollStep);
  };
  const handle = (id: string) => ({
    'data-sort-handle': true,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !list.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { id, rects: pageRects(list.current), fromX: event.pageX, fromY: event.pageY };
    },
    onPointerMove: follow,
    onPointerUp: finish,
    onPointerCancel: finish,
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      move(id, ids.indexOf(id) + by);
    },
  });
  const item = (id: string) => ({
    'data-sort-id': id,
    'data-dragged': state?.dragged === id || undefined,
    'data-drop': state?.drop?.id === id ? state.drop.side : undefined,
  });
  return { list, handle, item, move };
}
