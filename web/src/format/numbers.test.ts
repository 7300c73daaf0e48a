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
  ])('numbers are rounded up with thousands grouping, "---" when empty: %s is %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
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
  ])('percentages show value times 100 with %%, "---" for missing or -1: %s is %s', (value, text) =>
    expect(formatPercentage(value)).toBe(text),
  );

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0k'],
    [1234, '1.2k'],
    [12_345, '12.3k'],
    [999_949, '999.9k'],
    [999_950, '1.0m'],
    [1_000_000, '1.0m'],
    [2_560_000, '2.6m'],
    [undefined, '---'],
  ])('compact counts use k at 1,000 and m at 1,000,000 with one decimal: %s is %s', (value, text) =>
    expect(formatCompact(value)).toBe(text),
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
    [0, '0'],
    [0.2, '0.2'],
    [0.1 + 0.2, '0.3'],
    [500, '500'],
    [1000, '1k'],
    [48_020, '48.02k'],
    [1_210_000, '1.21m'],
  ])('an axis keeps its values distinct: %s is %s', (value, text) => {
    expect(formatTick(value)).toBe(text);
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
