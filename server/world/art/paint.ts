// Color and light. Colors are mixed in OKLab, where the midpoint of two looks like the middle; shade goes towards a
// warm dark and light towards a warm white, as in a room with one window.
type Lab = [number, number, number];

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function encoded(channel: number): number {
  const value = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
}

function toLab(hex: string): Lab {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function toHex([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${rgb.map((channel) => encoded(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** The color `share` of the way from one to another. */
export function mix(from: string, to: string, share: number): string {
  const [l, a, b] = toLab(from);
  const [l2, a2, b2] = toLab(to);
  return toHex([l + (l2 - l) * share, a + (a2 - a) * share, b + (b2 - b) * share]);
}

export function lit(colour: string, share: number): string {
  return mix(colour, '#fff6ea', share);
}

export function shaded(colour: string, share: number): string {
  return mix(colour, '#2c1417', share);
}

export type Stop = [offset: number, colour: string, opacity?: number];

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('');
}

export type Sheet = {
  defs(): string;
  /** A gradient from one point of the shape's box to another; `[0, 0, 1, 0]` goes from left to right. */
  ramp(stops: readonly Stop[], line?: readonly [number, number, number, number]): string;
  /** A gradient around a point of the picture. */
  glow(stops: readonly Stop[], x: number, y: number, radius: number): string;
  blur(deviation: number): string;
  clip(path: string): string;
};

/** Collects the definitions that a picture refers to by id. */
export function newSheet(): Sheet {
  const defs: string[] = [];
  const add = (make: (id: string) => string): string => {
    const id = `d${defs.length}`;
    defs.push(make(id));
    return `url(#${id})`;
  };
  return {
    defs: () => `<defs>${defs.join('')}</defs>`,
    ramp: (stops, [x1, y1, x2, y2] = [0, 0, 1, 0]) =>
      add(
        (id) =>
          `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
      ),
    glow: (stops, x, y, radius) =>
      add(
        (id) =>
          `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius}">${stopsOf(stops)}</radialGradient>`,
      ),
    blur: (deviation) =>
      add(
        (id) =>
          `<filter id="${id}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
      ),
    clip: (path) => add((id) => `<clipPath id="${id}"><path d="${path}"/></clipPath>`),
  };
}
