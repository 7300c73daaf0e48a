import { describe, expect, test } from 'vitest';
import {
  formatBadge,
  formatBytes,
  formatCompact,
  formatNumber,
  formatPercentage,
  formatRate,
  formatTick,
} from './numbers.ts';

describe('numbers and percentages of the specification, section 9 (S20)', () => {
  test.each([
    [0, '0'],
    [7, '7'],
    [1234, '1,234'],
    [1_234_567, '1,234,567'],
    [12.01, '13'],
    [999.2, '1,000'],
    [-3.7, '-3'],
    [-0.2, '0'],
    [undefined, '---'],
    [null, '---'],
    [Number.NaN, '---'],
  ])('§126 §127 §128: rounded up with thousands grouping, "---" when empty: %s is %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  test.each([
    [7, '7'],
    [999.2, '1.000'],
    [1_894, '1.894'],
    [48_019, '48.019'],
    [-3_000.7, '-3.000'],
    [null, '---'],
  ])('§126 §127 §128: in Spanish, %s is %s', (value, text) => {
    expect(formatNumber(value, 'es-ES')).toBe(text);
  });

  test.each([
    [0, '0%'],
    [0.5, '50%'],
    [1, '100%'],
    [0.153, '15.3%'],
    [0.07, '7%'],
    [12.5, '1,250%'],
    [-0.2, '-20%'],
    [-1, '---'],
    [undefined, '---'],
    [null, '---'],
  ])('§129: percentages show value times 100 with %%, "---" for missing or -1: %s is %s', (value, text) =>
    expect(formatPercentage(value)).toBe(text),
  );

  test.each([
    [0.153, '15,3%'],
    [12.5, '1.250%'],
    [-1, '---'],
    [undefined, '---'],
  ])('§129: in Spanish, %s is %s', (value, text) => {
    expect(formatPercentage(value, 'es-ES')).toBe(text);
  });

  test.each([
    [0, '0'],
    [999, '999'],
    [999.5, '1,000'],
    [1000, '1.0k'],
    [1234, '1.2k'],
    [12_345, '12.3k'],
    [999_949, '999.9k'],
    [999_950, '1.0m'],
    [1_000_000, '1.0m'],
    [2_560_000, '2.6m'],
    [undefined, '---'],
  ])('§130: compact counts use k at 1,000 and m at 1,000,000 with one decimal: %s is %s', (value, text) =>
    expect(formatCompact(value)).toBe(text),
  );

  test.each([
    [999, '999'],
    [1_234, '1,2k'],
    [999_950, '1,0m'],
    [-2_560_000, '-2,6m'],
  ])('§130: in Spanish they have its decimal sign: %s is %s', (value, text) =>
    expect(formatCompact(value, 'es-ES')).toBe(text),
  );

  test.each([
    [0, '0'],
    [9, '9'],
    [10, '9+'],
    [120, '9+'],
  ])('badges show 9+ above 9: %s is %s', (count, text) => {
    expect(formatBadge(count)).toBe(text);
  });

  test.each([
    [0, 500, '0'],
    [0.2, 0.2, '0.2'],
    [0.1 + 0.2, 0.1, '0.3'],
    [500, 500, '500'],
    [1_000, 500, '1.0k'],
    [1_500, 500, '1.5k'],
    [50_000, 50_000, '50.0k'],
    [2_000_000, 1_000_000, '2.0m'],
  ])('§130: an axis has compact counts: %s in steps of %s is %s', (value, step, text) => {
    expect(formatTick(value, step)).toBe(text);
  });

  test('§130: an axis in Spanish has its decimal sign', () => {
    expect([formatTick(0.5, 0.5, 'es-ES'), formatTick(1_500, 500, 'es-ES')]).toEqual(['0,5', '1,5k']);
  });

  test.each([
    [48_020, 20, '48.02k'],
    [1_210_000, 10_000, '1.21m'],
    [1_211_000, 1_000, '1.211m'],
  ])('ticks that one decimal can’t tell apart have more: %s in steps of %s is %s', (value, step, text) => {
    expect(formatTick(value, step)).toBe(text);
  });

  test.each([
    [1500, '15%'],
    [1250, '12.5%'],
    [5, '0.05%'],
    [10_000, '100%'],
  ])('a rate of %s parts in 10,000 is %s', (rate, text) => {
    expect(formatRate(rate)).toBe(text);
  });
});

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1_000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [15_400_000, '15 MB'],
  [2_000_000_000, '2 GB'],
  [7_300_000_000_000_000, '7,300 TB'],
])('a size of %s bytes is %s', (bytes, text) => {
  expect(formatBytes(bytes, 'en-US')).toBe(text);
});
