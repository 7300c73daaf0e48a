import {
  AutoScroller,
  DragDropManager,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
  StyleInjector,
} from '@dnd-kit/dom';
import { isSortable, OptimisticSortingPlugin, Sortable } from '@dnd-kit/dom/sortable';
import './sortable.css';

/** Dragging with mouse and touch. Other items make room while one is dragged, and the layout shows where it lands. */
export type PointerSorting = {
  /** Makes the items that are in the list now draggable: those with `data-sort-id` and a handle. */
  follow: (list: HTMLElement) => void;
  stop: () => void;
};
type PointerSortingOptions = {
  /** Gets an id and its new index, when it was dropped there. */
  onDrop: (id: string, place: number) => void;
  /** Gets an id and its index, at each place it is dragged over and when it returns. */
  onDrag: (id: string, place: number) => void;
};
type Item = { sortable: Sortable; element: Element; handle: HTMLElement };

/** A drag begins after this many pixels, also by touch, because the handle doesn't scroll the page. */
const startDistance = 4;
const draggable = '[data-sort-id]:not([data-dnd-placeholder])';

export function startPointerSorting({ onDrop, onDrag }: PointerSortingOptions): PointerSorting {
  const manager = new DragDropManager({
    // Not the library's keyboard and screen reader plugins: `useSortable` moves by arrow key and announces.
    plugins: [AutoScroller, Feedback, PreventSelection],
    sensors: [
      PointerSensor.configure({
        activationConstraints: [new PointerActivationConstraints.Distance({ value: startDistance })],
      }),
    ],
  });
  // It adds a style element, which the content security policy forbids. The same rules are in sortable.css.
  manager.registry.plugins.get(StyleInjector)?.destroy();
  let announced: number | undefined;
  manager.monitor.addEventListener('dragstart', () => {
    announced = undefined;
  });
  manager.monitor.addEventListener('dragover', ({ operation: { source } }) => {
    if (!isSortable(source) || source.index === (announced ?? source.initialIndex)) return;
    announced = source.index;
    onDrag(String(source.id), source.index);
  });
  manager.monitor.addEventListener('dragend', ({ canceled, operation: { source } }) => {
    if (!isSortable(source)) return;
    if (canceled) onDrag(String(source.id), source.initialIndex);
    else if (source.index !== source.initialIndex) onDrop(String(source.id), source.index);
  });
  const items = new Map<string, Item>();
  return {
    follow: (list) => {
      const left = new Set(items.keys());
      for (const [index, element] of [...list.querySelectorAll<HTMLElement>(draggable)].entries()) {
        const id = element.dataset['sortId'] ?? '';
        const handle = element.querySelector<HTMLElement>('[data-sort-handle]');
        if (!handle) continue;
        left.delete(id);
        const item = items.get(id);
        if (item?.element === element && item.handle === handle) item.sortable.index = index;
        else {
          item?.sortable.destroy();
          items.set(id, { sortable: sortableOf(id, index, element, handle, manager), element, handle });
        }
      }
      for (const id of left) {
        items.get(id)?.sortable.destroy();
        items.delete(id);
      }
    },
    stop: () => manager.destroy(),
  };
}

function sortableOf(id: string, index: number, element: Element, handle: HTMLElement, manager: DragDropManager) {
  const sortable: Sortable = new Sortable(
    {
      id,
      index,
      element,
      handle,
      plugins: [OptimisticSortingPlugin],
      effects: () => [
        () => {
          if (!sortable.isDropping) return undefined;
          // The library moves the dropped element in the document, which drops the focus inside it.
          return () => requestAnimationFrame(() => handle.focus({ preventScroll: true }));
        },
      ],
    },
    manager,
  );
  return sortable;
}
