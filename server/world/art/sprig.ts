import { drawn, face } from './forms.ts';
import { type Sheet, shaded } from './paint.ts';

/** A sprig: its stem, and leaves as x, y, angle and length. */
export function stem(
  sheet: Sheet,
  path: string,
  leaves: readonly (readonly [number, number, number, number])[],
  colour: string,
): string {
  const blades = leaves
    .map(([x, y, angle, size]) => {
      const leaf = drawn(
        `M0,0C${size * 0.3},${-size * 0.34} ${size * 0.8},${-size * 0.3} ${size},0C${size * 0.8},${size * 0.26} ${size * 0.3},${size * 0.3} 0,0Z`,
        0,
        -size / 3,
        size,
        size * 0.6,
      );
      return `<g transform="translate(${x},${y}) rotate(${angle})">${face(sheet, leaf, colour, 0.3)}<path d="M4,0H${size * 0.9}" stroke="${shaded(colour, 0.35)}" stroke-width="1.4" opacity=".5"/></g>`;
    })
    .join('');
  return `<path d="${path}" fill="none" stroke="${shaded(colour, 0.3)}" stroke-width="5" stroke-linecap="round"/>${blades}`;
}
