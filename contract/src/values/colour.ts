// A creator's accent color is used for text, so it needs a contrast of at least 4.5 to 1 on the background in light and
// dark mode (WCAG 2.2, 1.4.3). A color with less is moved towards black or white until it has enough.

/** The backgrounds with the least contrast in both variants: the darkest light one, the lightest dark one. */
export const papers = { light: '#f7f3ec', dark: '#17130f' } as const;

export const leastContrast = 4.5;

/** The format of a color in forms and calls. */
export const hexColour = /^#[0-9a-f]{6}$/;

type Channels = readonly [number, number, number];

function channelsOf(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The contrast ratio of two colors, from 1 to 21 (WCAG). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** A color mixed with a part (0 to 1) of another. */
export function mixed(hex: string, other: string, part: number): string {
  const [from, to] = [channelsOf(hex), channelsOf(other)];
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part);
  return hexOf([channel(0), channel(1), channel(2)]);
}

/** Moves a color `steps`/255 of the way to black (0) or white (255). */
function moved(hex: string, steps: number, end: 0 | 255): string {
  const [red, green, blue] = channelsOf(hex);
  const channel = (from: number) => Math.round(from + ((end - from) * steps) / 255);
  return hexOf([channel(red), channel(green), channel(blue)]);
}

/** The nearest color with enough contrast on this background. */
function readableOn(paper: string, hex: string, end: 0 | 255): string {
  let [enough, tooFew] = [255, -1];
  while (enough - tooFew > 1) {
    const steps = Math.floor((enough + tooFew) / 2);
    if (contrast(moved(hex, steps, end), paper) >= leastContrast) enough = steps;
    else tooFew = steps;
  }
  return moved(hex, enough, end);
}

/** The accent color as shown in light and dark mode. */
export function readableAccent(hex: string): { light: string; dark: string } {
  return { light: readableOn(papers.light, hex, 0), dark: readableOn(papers.dark, hex, 255) };
}
