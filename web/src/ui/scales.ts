import { nice, ticks } from 'd3-array';

// Where things stand in a chart, in pixels.

export type Heights = { at: (value: number) => number; ticks: number[] };
export type Across = {
  /** Where a step begins (columns), or is (points). */
  at: (index: number) => number;
  band: number;
  /** The step at this place; one before the first or after the last is none. */
  indexAt: (place: number) => number;
};

/** An axis of about three round values that holds everything between the two. */
export function heights([low, high]: readonly [number, number], [bottom, top]: readonly [number, number]): Heights {
  const [from, to] = nice(low, high, 3);
  return {
    at: (value) => bottom + ((value - from) / (to - from)) * (top - bottom),
    ticks: ticks(from, to, 3),
  };
}

/** Counts have no halves: where all values are whole, so are those at the axis. */
export function wholeTicks(axis: Heights, values: readonly number[]): Heights {
  return values.every(Number.isInteger) ? { ...axis, ticks: axis.ticks.filter(Number.isInteger) } : axis;
}

/** Columns side by side; `gap` is the part of a step that stays empty between two of them. */
export function columnsAcross(count: number, [left, right]: readonly [number, number], gap: number): Across {
  const step = (right - left) / Math.max(1, count - gap);
  // A single column stands in the middle.
  const first = (left + right - step * (count - gap)) / 2;
  return {
    at: (index) => first + index * step,
    band: step * (1 - gap),
    indexAt: (place) => Math.floor((place - first) / step),
  };
}

/** Points from edge to edge. */
export function pointsAcross(count: number, [left, right]: readonly [number, number]): Across {
  const step = (right - left) / Math.max(1, count - 1);
  return { at: (index) => left + index * step, band: 0, indexAt: (place) => Math.round((place - left) / step) };
}
