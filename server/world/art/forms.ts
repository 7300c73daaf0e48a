// Objects made of simple bodies: each has an outline, and can be painted as matte, glossy, glass or metal, with light
// from the upper left.
import { lit, type Sheet, shaded, type Stop } from './paint.ts';

export type Form = { d: string; x: number; y: number; w: number; h: number };
export type Finish = 'matte' | 'gloss' | 'glass' | 'metal';

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** An upright cylinder; `tilt` is how much of its top is visible. */
export function can(cx: number, top: number, bottom: number, width: number, tilt = 0.09): Form {
  const r = width / 2;
  const ry = r * tilt * 2;
  const [l, e] = [cx - r, cx + r];
  return {
    d: `M${n(l)},${n(top)}A${n(r)},${n(ry)} 0 0 1 ${n(e)},${n(top)}L${n(e)},${n(bottom)}A${n(r)},${n(ry)} 0 0 1 ${n(l)},${n(bottom)}Z`,
    x: l,
    y: top - ry,
    w: width,
    h: bottom - top + 2 * ry,
  };
}

export function oval(cx: number, cy: number, rx: number, ry: number): Form {
  return {
    d: `M${n(cx - rx)},${n(cy)}A${n(rx)},${n(ry)} 0 1 1 ${n(cx + rx)},${n(cy)}A${n(rx)},${n(ry)} 0 1 1 ${n(cx - rx)},${n(cy)}Z`,
    x: cx - rx,
    y: cy - ry,
    w: 2 * rx,
    h: 2 * ry,
  };
}

/** A box with rounded corners, with separate radii at the top and the bottom. */
export function slab(x: number, y: number, w: number, h: number, top: number, bottom = top): Form {
  const d = `M${n(x + top)},${n(y)}H${n(x + w - top)}Q${n(x + w)},${n(y)} ${n(x + w)},${n(y + top)}V${n(y + h - bottom)}Q${n(x + w)},${n(y + h)} ${n(x + w - bottom)},${n(y + h)}H${n(x + bottom)}Q${n(x)},${n(y + h)} ${n(x)},${n(y + h - bottom)}V${n(y + top)}Q${n(x)},${n(y)} ${n(x + top)},${n(y)}Z`;
  return { d, x, y, w, h };
}

export function drawn(d: string, x: number, y: number, w: number, h: number): Form {
  return { d, x, y, w, h };
}

type Point = readonly [number, number];

/** A smooth line through points, as cubic curves (Catmull-Rom). */
export function through(points: readonly Point[]): string {
  return points
    .slice(0, -1)
    .map((point, index) => {
      const before = points[index - 1] ?? point;
      const next = points[index + 1] ?? point;
      const after = points[index + 2] ?? next;
      const c1: Point = [point[0] + (next[0] - before[0]) / 6, point[1] + (next[1] - before[1]) / 6];
      const c2: Point = [next[0] - (after[0] - point[0]) / 6, next[1] - (after[1] - point[1]) / 6];
      return `C${n(c1[0])},${n(c1[1])} ${n(c2[0])},${n(c2[1])} ${n(next[0])},${n(next[1])}`;
    })
    .join('');
}

/** A solid of revolution: half widths with their heights, from the top down. */
export function turned(cx: number, profile: readonly Point[], tilt = 0.09): Form {
  const right = profile.map(([half, y]): Point => [cx + half, y]);
  const left = profile.map(([half, y]): Point => [cx - half, y]).toReversed();
  const [topHalf = 0, top = 0] = profile[0] ?? [];
  const [bottomHalf = 0, bottom = 0] = profile.at(-1) ?? [];
  const widest = Math.max(...profile.map(([half]) => half));
  const d = `M${n(cx - topHalf)},${n(top)}A${n(topHalf)},${n(topHalf * tilt * 2)} 0 0 1 ${n(cx + topHalf)},${n(top)}${through(right)}A${n(bottomHalf)},${n(bottomHalf * tilt * 2)} 0 0 1 ${n(cx - bottomHalf)},${n(bottom)}${through(left)}Z`;
  return {
    d,
    x: cx - widest,
    y: top - topHalf * tilt * 2,
    w: 2 * widest,
    h: bottom - top + (topHalf + bottomHalf) * tilt * 2,
  };
}

function roundStops(colour: string, finish: Finish): Stop[] {
  if (finish === 'metal') {
    return [
      [0, shaded(colour, 0.45)],
      [0.1, lit(colour, 0.25)],
      [0.2, lit(colour, 0.75)],
      [0.3, lit(colour, 0.2)],
      [0.48, shaded(colour, 0.25)],
      [0.62, shaded(colour, 0.42)],
      [0.78, lit(colour, 0.3)],
      [0.88, shaded(colour, 0.1)],
      [1, shaded(colour, 0.5)],
    ];
  }
  if (finish === 'glass') {
    return [
      [0, shaded(colour, 0.32), 0.95],
      [0.07, lit(colour, 0.3), 0.8],
      [0.2, lit(colour, 0.55), 0.62],
      [0.5, colour, 0.6],
      [0.82, shaded(colour, 0.14), 0.72],
      [0.94, lit(colour, 0.3), 0.85],
      [1, shaded(colour, 0.36), 0.95],
    ];
  }
  return [
    [0, shaded(colour, 0.2)],
    [0.1, shaded(colour, 0.04)],
    [0.27, lit(colour, 0.34)],
    [0.42, lit(colour, 0.1)],
    [0.64, shaded(colour, 0.12)],
    [0.88, shaded(colour, 0.36)],
    [1, shaded(colour, 0.27)],
  ];
}

/** Paints a round body. */
export function round(sheet: Sheet, form: Form, colour: string, finish: Finish = 'matte'): string {
  const fill = sheet.ramp(roundStops(colour, finish));
  const fall = sheet.ramp(
    [
      [0, '#ffffff', 0.12],
      [0.45, '#ffffff', 0],
      [1, '#2c1417', 0.2],
    ],
    [0, 0, 0, 1],
  );
  const body = `<path d="${form.d}" fill="${fill}"/><path d="${form.d}" fill="${fall}"/>`;
  if (finish === 'matte' || finish === 'metal') return body;
  const strip = slab(form.x + form.w * 0.17, form.y + form.h * 0.07, form.w * 0.085, form.h * 0.8, form.w * 0.04);
  const edge = slab(form.x + form.w * 0.88, form.y + form.h * 0.1, form.w * 0.03, form.h * 0.78, form.w * 0.015);
  return `${body}<g clip-path="${sheet.clip(form.d)}"><path d="${strip.d}" fill="#fff" opacity=".62" filter="${sheet.blur(Math.max(1.2, form.w * 0.014))}"/><path d="${edge.d}" fill="#fff" opacity=".3" filter="${sheet.blur(1.6)}"/></g>`;
}

/** Paints a flat or slightly curved face: light from the upper left, shade to the lower right. */
export function face(sheet: Sheet, form: Form, colour: string, depth = 0.2): string {
  const fill = sheet.ramp(
    [
      [0, lit(colour, depth)],
      [0.45, colour],
      [1, shaded(colour, depth)],
    ],
    [0, 0, 1, 1],
  );
  return `<path d="${form.d}" fill="${fill}"/>`;
}

/** The top seen from above: a lid, a rim, or with `inside` a dark opening. */
export function top(
  sheet: Sheet,
  cx: number,
  cy: number,
  width: number,
  colour: string,
  tilt = 0.09,
  inside?: string,
): string {
  const rx = width / 2;
  const outer = oval(cx, cy, rx, rx * tilt * 2);
  const lid = `<path d="${outer.d}" fill="${sheet.ramp(
    [
      [0, lit(colour, 0.5)],
      [0.5, lit(colour, 0.22)],
      [1, shaded(colour, 0.06)],
    ],
    [0, 0, 1, 0.4],
  )}"/>`;
  if (inside === undefined) return lid;
  const hole = oval(cx, cy + 1, rx * 0.88, rx * tilt * 2 * 0.82);
  return `${lid}<path d="${hole.d}" fill="${sheet.ramp(
    [
      [0, shaded(inside, 0.5)],
      [0.6, shaded(inside, 0.2)],
      [1, inside],
    ],
    [0, 0, 1, 0.5],
  )}"/>`;
}

/**
 * The shadow of bodies with their bottom at `base`: dark where they touch the ground (at `foot`, if that is narrower),
 * and a long one.
 */
export function shadow(
  sheet: Sheet,
  forms: readonly Form[],
  base: number,
  tone: string,
  options: { reach?: number; foot?: readonly [number, number] },
): string {
  const flat = 0.2;
  const outline = forms.map((form) => `<path d="${form.d}"/>`).join('');
  const reach = options.reach ?? 0.85;
  const [left, right] = options.foot ?? [
    Math.min(...forms.map((form) => form.x)),
    Math.max(...forms.map((form) => form.x + form.w)),
  ];
  const touch = oval((left + right) / 2 + 6, base, (right - left) / 2 + 6, Math.max(8, (right - left) * 0.075));
  const dark = shaded(tone, 0.62);
  return `<g opacity=".34" fill="${dark}" filter="${sheet.blur(9)}"><g transform="matrix(1,0,${-reach},${flat},${n(reach * base)},${n(base - flat * base)})">${outline}</g></g><path d="${touch.d}" fill="${dark}" opacity=".55" filter="${sheet.blur(7)}"/>`;
}

/** A soft streak of light or shade within a body. */
export function streak(
  sheet: Sheet,
  within: Form,
  path: string,
  colour: string,
  opacity: number,
  width: number,
  soft: number,
): string {
  return `<g clip-path="${sheet.clip(within.d)}"><path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}" filter="${sheet.blur(soft)}"/></g>`;
}

/** Seams and folds: thin lines of a darker tone of the fabric. */
export function seam(path: string, colour: string, width = 2, dashed = false): string {
  return `<path d="${path}" fill="none" stroke="${shaded(colour, 0.42)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity=".7"${dashed ? ' stroke-dasharray="5 5"' : ''}/>`;
}
