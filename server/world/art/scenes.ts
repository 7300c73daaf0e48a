// Backgrounds: a paper sweep, a plinth, a niche, hills at dusk. Each scene ends with the room's light.
import { can, type Form, oval, round, shadow, through, top } from './forms.ts';
import { lit, mix, newSheet, type Sheet, shaded } from './paint.ts';

export const width = 640;
export const height = 800;

/** `foot`: where the objects touch the ground, if they are narrower there. */
export type Still = { paint: string; casts: Form[]; foot?: readonly [number, number] };
export type SceneStage = 'sweep' | 'plinth' | 'niche' | 'disc' | 'hills' | 'window' | 'steps';
export type Setting = {
  wall: string;
  floor: string;
  stage: SceneStage;
  accent?: string;
  base?: number;
  reach?: number;
  zoom?: number;
};

const horizon = 560;

function sweep(sheet: Sheet, { wall, floor }: Setting): string {
  const fill = sheet.ramp(
    [
      [0, shaded(wall, 0.05)],
      [0.42, lit(wall, 0.16)],
      [0.64, mix(wall, floor, 0.45)],
      [0.74, floor],
      [1, lit(floor, 0.12)],
    ],
    [0, 0, 0, 1],
  );
  return `<rect width="${width}" height="${height}" fill="${fill}"/>`;
}

function edge(sheet: Sheet, { wall, floor }: Setting): string {
  const back = sheet.ramp(
    [
      [0, shaded(wall, 0.07)],
      [1, lit(wall, 0.16)],
    ],
    [0, 0, 0, 1],
  );
  const ground = sheet.ramp(
    [
      [0, shaded(floor, 0.1)],
      [0.25, floor],
      [1, lit(floor, 0.16)],
    ],
    [0, 0, 0, 1],
  );
  return `<rect width="${width}" height="${height}" fill="${back}"/><rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${ground}"/><rect y="${horizon - 14}" width="${width}" height="30" fill="${shaded(floor, 0.3)}" opacity=".28" filter="${sheet.blur(9)}"/>`;
}

function niche(sheet: Sheet, setting: Setting): string {
  const tone = setting.accent ?? shaded(setting.wall, 0.12);
  const d = `M150,${horizon + 2}V290A170,170 0 0 1 490,290V${horizon + 2}Z`;
  const inner = sheet.ramp(
    [
      [0, shaded(tone, 0.26)],
      [0.35, shaded(tone, 0.06)],
      [1, lit(tone, 0.14)],
    ],
    [0, 0, 1, 0.3],
  );
  return `${edge(sheet, setting)}<path d="${d}" fill="${inner}"/><g clip-path="${sheet.clip(d)}"><path d="M150,${horizon}V290A170,170 0 0 1 490,290" fill="none" stroke="${shaded(tone, 0.6)}" stroke-width="34" opacity=".3" filter="${sheet.blur(16)}" transform="translate(-4,-4)"/></g>`;
}

function plinth(sheet: Sheet, setting: Setting): string {
  const tone = setting.accent ?? lit(setting.floor, 0.2);
  const base = setting.base ?? 600;
  const body = can(320, base, 812, 430, 0.1);
  return `${sweep(sheet, setting)}<path d="${oval(392, 790, 300, 60).d}" fill="${shaded(setting.floor, 0.5)}" opacity=".3" filter="${sheet.blur(26)}"/>${round(sheet, body, tone)}${top(sheet, 320, base, 430, tone, 0.1)}`;
}

function disc(sheet: Sheet, setting: Setting): string {
  const tone = setting.accent ?? lit(setting.wall, 0.4);
  const fill = sheet.ramp(
    [
      [0, lit(tone, 0.3)],
      [1, shaded(tone, 0.1)],
    ],
    [0, 0, 0.7, 1],
  );
  return `${sweep(sheet, setting)}<circle cx="346" cy="330" r="214" fill="${fill}"/>`;
}

function ridge(points: readonly (readonly [number, number])[], colour: string, sheet: Sheet): string {
  const [x = 0, y = 0] = points[0] ?? [];
  const fill = sheet.ramp(
    [
      [0, lit(colour, 0.1)],
      [1, lit(colour, 0.34)],
    ],
    [0, 0, 0, 1],
  );
  return `<path d="M${x},${y}${through(points)}V820H0Z" fill="${fill}"/>`;
}

function hills(sheet: Sheet, { wall, floor, accent }: Setting): string {
  const sun = accent ?? lit(wall, 0.6);
  const sky = sheet.ramp(
    [
      [0, wall],
      [0.6, lit(wall, 0.55)],
    ],
    [0, 0, 0, 1],
  );
  const ground = sheet.ramp(
    [
      [0, shaded(floor, 0.1)],
      [0.3, floor],
      [1, lit(floor, 0.14)],
    ],
    [0, 0, 0, 1],
  );
  return `<rect width="${width}" height="${height}" fill="${sky}"/><circle cx="452" cy="196" r="78" fill="${sun}"/>
${ridge(
  [
    [0, 372],
    [90, 318],
    [190, 348],
    [300, 262],
    [400, 330],
    [520, 286],
    [640, 346],
  ],
  mix(wall, floor, 0.28),
  sheet,
)}
${ridge(
  [
    [0, 430],
    [120, 446],
    [250, 380],
    [360, 430],
    [490, 384],
    [640, 428],
  ],
  mix(wall, floor, 0.5),
  sheet,
)}
${ridge(
  [
    [0, 506],
    [150, 470],
    [310, 512],
    [470, 474],
    [640, 514],
  ],
  mix(wall, floor, 0.74),
  sheet,
)}
<path d="M0,560C170,540 420,546 640,562V800H0Z" fill="${ground}"/>`;
}

function panes(sheet: Sheet, setting: Setting): string {
  const light = sheet.ramp(
    [
      [0, lit(setting.wall, 0.75), 0.9],
      [1, lit(setting.wall, 0.5), 0.5],
    ],
    [0, 0, 1, 1],
  );
  const pane = (x: number, y: number) => `<path d="M${x},${y}l96,-38v126l-96,38z" fill="${light}"/>`;
  return `${edge(sheet, setting)}<g filter="${sheet.blur(4)}">${pane(104, 176)}${pane(214, 132)}${pane(104, 322)}${pane(214, 278)}</g>`;
}

function steps(sheet: Sheet, setting: Setting): string {
  const tone = setting.accent ?? lit(setting.floor, 0.2);
  const base = setting.base ?? 600;
  const high = sheet.ramp(
    [
      [0, lit(tone, 0.16)],
      [1, shaded(tone, 0.12)],
    ],
    [0, 0, 1, 1],
  );
  const side = sheet.ramp(
    [
      [0, shaded(tone, 0.16)],
      [1, shaded(tone, 0.34)],
    ],
    [0, 0, 1, 0],
  );
  return `${edge(sheet, setting)}<path d="M60,${base + 42}H530V812H60Z" fill="${high}"/><path d="M60,${base + 42}L122,${base - 34}H572L530,${base + 42}Z" fill="${lit(tone, 0.34)}"/><path d="M530,${base + 42}L572,${base - 34}V812H530Z" fill="${side}"/>`;
}

const stages: Record<SceneStage, (sheet: Sheet, setting: Setting) => string> = {
  sweep,
  plinth,
  niche,
  disc,
  hills,
  window: panes,
  steps,
};

function roomLight(sheet: Sheet): string {
  const warm = sheet.glow(
    [
      [0, '#fff4e0', 0.34],
      [0.5, '#fff4e0', 0.1],
      [1, '#fff4e0', 0],
    ],
    120,
    90,
    620,
  );
  const dusk = sheet.glow(
    [
      [0, '#2c1417', 0.22],
      [1, '#2c1417', 0],
    ],
    640,
    800,
    520,
  );
  return `<rect width="${width}" height="${height}" fill="${warm}"/><rect width="${width}" height="${height}" fill="${dusk}"/>`;
}

/** One picture: the background, the shadows on it, the objects, and the light over everything. */
export function stillLife(setting: Setting, things: (sheet: Sheet) => Still): string {
  const sheet = newSheet();
  const back = stages[setting.stage](sheet, setting);
  const { paint, casts, foot } = things(sheet);
  const base = setting.base ?? 640;
  const tone =
    setting.stage === 'plinth' || setting.stage === 'steps' ? (setting.accent ?? setting.floor) : setting.floor;
  const fallen =
    casts.length > 0
      ? shadow(sheet, casts, base, tone, {
          ...(setting.reach === undefined ? {} : { reach: setting.reach }),
          ...(foot ? { foot } : {}),
        })
      : '';
  const light = roomLight(sheet);
  const zoom = setting.zoom ?? 1.12;
  const near = `matrix(${zoom},0,0,${zoom},${320 * (1 - zoom)},${base * (1 - zoom)})`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${sheet.defs()}${back}<g transform="${near}">${fallen}${paint}</g>${light}</svg>`;
}
