/** Where a sortable item is on the page, in CSS pixels. */
export type SortRect = { id: string; left: number; top: number; right: number; bottom: number };
/** The neighbor at which a dragged item lands, and on which side of it. */
export type Drop = { id: string; side: 'before' | 'after' };

/** How far a coordinate is outside of a span; 0 within it. */
function outside(at: number, start: number, end: number): number {
  return Math.max(start - at, 0, at - end);
}

function nearest(rects: readonly SortRect[], x: number, y: number): SortRect | undefined {
  let best: { rect: SortRect; distance: number } | undefined;
  for (const rect of rects) {
    const distance = Math.hypot(outside(x, rect.left, rect.right), outside(y, rect.top, rect.bottom));
    if (best === undefined || distance < best.distance) best = { rect, distance };
  }
  return best?.rect;
}

/**
 * Where an item dropped at a point lands: beside the nearest item, because gaps, margins and the space around the list
 * are easy to hit. Above all of them means before, below all of them means after. Otherwise the half of the item
 * decides: left or right in a grid, upper or lower in a single column.
 */
export function dropAt(rects: readonly SortRect[], x: number, y: number): Drop | undefined {
  const over = nearest(rects, x, y);
  if (!over) return undefined;
  if (rects.every((rect) => y < rect.top)) return { id: over.id, side: 'before' };
  if (rects.every((rect) => y > rect.bottom)) return { id: over.id, side: 'after' };
  const isColumn = rects.every((rect) => Math.abs(rect.left - over.left) < 4);
  const isBefore = isColumn ? y < (over.top + over.bottom) / 2 : x < (over.left + over.right) / 2;
  return { id: over.id, side: isBefore ? 'before' : 'after' };
}
