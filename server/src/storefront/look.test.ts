import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, hexColour, leastContrast, papers, readableAccent } from '@vitrine/contract/values/colour.ts';
import { accentRules, lookOf } from './look.ts';

const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
/** The backgrounds of the variant with better contrast. */
const otherPapers = { light: '#ffffff', dark: '#0b0a0a' };

describe('a custom accent color (S27)', () => {
  it('is readable on every background in light and dark mode, for any chosen color', () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const { light, dark } = readableAccent(chosen);
        expect(light).toMatch(hexColour);
        expect(dark).toMatch(hexColour);
        for (const paper of [papers.light, otherPapers.light])
          expect(contrast(light, paper)).toBeGreaterThanOrEqual(leastContrast);
        for (const paper of [papers.dark, otherPapers.dark])
          expect(contrast(dark, paper)).toBeGreaterThanOrEqual(leastContrast);
        expect(contrast('#ffffff', light)).toBeGreaterThanOrEqual(leastContrast);
        expect(contrast('#000000', dark)).toBeGreaterThanOrEqual(leastContrast);
      }),
    );
  });

  it('stays as chosen where it is readable, and changes no more than it must', () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        const { light, dark } = readableAccent(chosen);
        if (contrast(chosen, papers.light) >= leastContrast) expect(light).toBe(chosen);
        else expect(contrast(light, papers.light)).toBeLessThan(leastContrast + 0.35);
        if (contrast(chosen, papers.dark) >= leastContrast) expect(dark).toBe(chosen);
        else expect(contrast(dark, papers.dark)).toBeLessThan(leastContrast + 0.35);
      }),
    );
  });

  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#123456', '#123456', 1],
  ])('%s on %s has a contrast of %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1);
  });

  it('produces color rules only', () => {
    fc.assert(
      fc.property(colour, (chosen) => {
        expect(accentRules(chosen)).toMatch(/^[\w:{}#;()@.\s-]+$/);
      }),
    );
  });
});

describe('a stored look', () => {
  it("is read whatever it contains, with the brand's own where it is invalid", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { accent, layout, scheme } = lookOf(value);
        expect(accent === null || hexColour.test(accent)).toBe(true);
        expect(['grid', 'feature', 'list']).toContain(layout);
        expect(['auto', 'light', 'dark']).toContain(scheme);
      }),
    );
    expect(lookOf({ accent: '#1c5940', layout: 'spiral', scheme: 'dark' })).toEqual({
      accent: '#1c5940',
      layout: 'grid',
      scheme: 'dark',
    });
  });
});
