import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodOf, type Span } from '../platform/days.ts';
import { spanParts, quartersOf } from './parts.ts';

const zones = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
];
const dayMs = 86_400_000;
const quarterMs = 900_000;
const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 11, 31) });

function monthMs(month: string): number {
  const from = new Date(month);
  return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1) - from.getTime();
}

/** How long the months, days and quarter-hours of each span are together. */
function lengthsOf(spans: readonly Span[]): number[] {
  const { months, days, edges } = spanParts(spans);
  return spans.map((_, place) => {
    const here = <T extends { place: number }>(parts: readonly T[]) => parts.filter((part) => part.place === place);
    return (
      here(months).reduce((ms, { month }) => ms + monthMs(month), 0) +
      here(days).length * dayMs +
      here(edges).reduce((ms, edge) => {
        const { first, last } = quartersOf(edge);
        return ms + edge.sign * (last - first + 1) * quarterMs;
      }, 0)
    );
  });
}

describe('months, days and quarter-hours of UTC', () => {
  test.for(zones)('together are exactly the days of %s', (zone) => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 400 }), (now, count) => {
        const { before, midnights } = periodOf(new Date(now), zone, count);
        const bounds = [before, ...midnights];
        const spans = bounds.slice(1).map((to, index) => ({ from: bounds[index] ?? to, to }));
        expect(lengthsOf(spans)).toEqual(spans.map(({ from, to }) => to.getTime() - from.getTime()));
        const whole = { from: before, to: bounds.at(-1) ?? before };
        expect(lengthsOf([whole])).toEqual([whole.to.getTime() - whole.from.getTime()]);
      }),
      { numRuns: 20 },
    );
  });

  test('of an edge are those of one day', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (now, zone) => {
        const { edges } = spanParts([
          { from: periodOf(new Date(now), zone, 3).before, to: new Date(now - (now % quarterMs)) },
        ]);
        for (const edge of edges) {
          const { day, first, last } = quartersOf(edge);
          expect(Date.parse(day) + (first - 1) * quarterMs).toBe(edge.from.getTime());
          expect([first >= 1, first <= last, last <= 96]).toEqual([true, true, true]);
        }
      }),
    );
  });

  test('name the span that they belong to', () => {
    const day = (name: string) => ({ from: new Date(name), to: new Date(Date.parse(name) + dayMs) });
    expect(spanParts([day('2026-11-20'), day('2026-11-21')])).toEqual({
      months: [],
      days: [
        { place: 0, day: '2026-11-20' },
        { place: 1, day: '2026-11-21' },
      ],
      edges: [],
    });
    const october = { from: new Date('2026-10-01T00:00:00Z'), to: new Date('2026-11-02T00:00:00Z') };
    expect(spanParts([october])).toMatchObject({ months: [{ month: '2026-10-01' }], days: [{ day: '2026-11-01' }] });
  });
});
