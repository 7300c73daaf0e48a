import { nice, ticks } from 'd3-array';

// Positions in a chart, in pixels.

export type Heights = { at: (value: number) => number; ticks: number[] };
export type Across = {
  /** The left edge of a column, or the position of a point. */
  at: (index: number) => number;
  band: number;
  /** The index of the step at a position; it can be out of range. */
  indexAt: (place: number) => number;
};

/** An axis with about three round ticks that includes both values. */
export function heights([low, high]: readonly [number, number], [bottom, top]: readonly [number, number]): Heights {
  const [from, to] = nice(low, high, 3);
  return {
    at: (value) => bottom + ((value - from) / (to - from)) * (top - bottom),
    ticks: ticks(from, to, 3),
  };
}

/** Keeps only whole ticks if all values are whole. */
export function wholeTicks(axis: Heights, values: readonly number[]): Heights {
  return values.every(Number.isInteger) ? { ...axis, ticks: axis.ticks.filter(Number.isInteger) } : axis;
}

/** Columns side by side; `gap` is the empty fraction of a step. */
export function columnsAcross(count: number, [left, right]: readonly [number, number], gap: number): Across {
  const step = (right - left) / Math.max(1, count - gap);
  // A single column is centered.
  const first = (left + right - step * (count - gap)) / 2;
  return {
    at: (index) => first + index * step,
    band: step * (1 - gap),
    indexAt: (place) => Math.floor((place - first) / step),
  };
}

export function pointsAcross(count: number, [left, right]: readonly [number, number]): Across {
  const step = (right - left) / Math.max(1, count - 1);
  return { at: (index) => left + index * step, band: 0, indexAt: (place) => Math.round((place - left) / step) };
}
