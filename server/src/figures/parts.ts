import { type SignedSpan, type Span, utcPartsOf } from '../platform/days.ts';

/** A part of the span with this index. */
export type PlacedEdge = SignedSpan & { place: number };

/** Spans as whole UTC months, the remaining whole UTC days, and the hours at the edges to add or subtract. */
export type Parts = {
  months: { place: number; month: string }[];
  days: { place: number; day: string }[];
  edges: PlacedEdge[];
};

const dayMs = 86_400_000;
const quarterMs = 900_000;

export function spanParts(spans: readonly Span[]): Parts {
  const parts: Parts = { months: [], days: [], edges: [] };
  for (const [place, span] of spans.entries()) {
    const { first, after, edges } = utcPartsOf(span);
    addWhole(parts, place, Date.parse(first), Date.parse(after));
    parts.edges.push(...edges.map((edge) => ({ ...edge, place })));
  }
  return parts;
}

function addWhole(parts: Parts, place: number, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const date = new Date(at);
    const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    const isWholeMonth = date.getUTCDate() === 1 && next <= to;
    const name = date.toISOString().slice(0, 10);
    if (isWholeMonth) parts.months.push({ place, month: name });
    else parts.days.push({ place, day: name });
    at = isWholeMonth ? next : at + dayMs;
  }
}

/** The quarter-hours of an edge by their numbers. An edge lies in one UTC day. */
export function quartersOf({ from, to }: Span): { day: string; first: number; last: number } {
  const midnight = Math.floor(from.getTime() / dayMs) * dayMs;
  return {
    day: new Date(midnight).toISOString().slice(0, 10),
    first: (from.getTime() - midnight) / quarterMs + 1,
    last: (to.getTime() - midnight) / quarterMs,
  };
}
