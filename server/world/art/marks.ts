// The logos of the demo's brands, and portraits of its creators: simple shapes, no real people.
import { drawn, face, oval, streak } from './forms.ts';
import { lit, newSheet, type Sheet, shaded } from './paint.ts';

export const markSize = 400;

function square(ground: string, paint: (sheet: Sheet) => string): string {
  const sheet = newSheet();
  const back = sheet.ramp(
    [
      [0, lit(ground, 0.14)],
      [1, shaded(ground, 0.08)],
    ],
    [0, 0, 1, 1],
  );
  const shapes = paint(sheet);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${markSize} ${markSize}" width="${markSize}" height="${markSize}">${sheet.defs()}<rect width="${markSize}" height="${markSize}" fill="${back}"/>${shapes}</svg>`;
}

function glowLab(): string {
  return '<circle cx="200" cy="200" r="106" fill="none" stroke="#fff" stroke-width="16"/><path d="M200,112C236,164 252,190 252,220A52,52 0 0 1 148,220C148,190 164,164 200,112Z" fill="#fff"/><path d="M176,222A26,26 0 0 0 198,248" fill="none" stroke="#b81f2d" stroke-width="9" stroke-linecap="round"/>';
}

function northwindOutfitters(): string {
  return '<path d="M70,276L164,128L214,206L240,168L330,276Z" fill="#f1e7d2"/><path d="M164,128L196,178L176,196L160,180L136,196Z" fill="#4c5a3d"/><path d="M92,306H308M132,332H268" stroke="#f1e7d2" stroke-width="12" stroke-linecap="round"/>';
}

function maisonClair(): string {
  return '<path d="M116,300V190A84,84 0 0 1 284,190V300" fill="none" stroke="#3f3026" stroke-width="13" stroke-linecap="round"/><path d="M94,302H306" stroke="#3f3026" stroke-width="13" stroke-linecap="round"/><circle cx="200" cy="206" r="42" fill="#bd6f4c"/><path d="M158,252H242" stroke="#bd6f4c" stroke-width="9" stroke-linecap="round"/>';
}

type Look = { skin: string; hair: string; cloth: string; behind: string; front: string; extra?: string };

/** Shoulders, neck and head; `behind` and `front` are the hair. */
function portrait(sheet: Sheet, look: Look): string {
  const shoulders = drawn('M52,420C58,336 112,304 166,294H234C288,304 342,336 348,420Z', 52, 294, 296, 126);
  const neck = drawn(
    'M170,232H230C230,268 232,290 240,298C226,322 174,322 160,298C168,290 170,268 170,232Z',
    160,
    232,
    80,
    84,
  );
  const head = drawn(
    'M138,166C138,116 166,92 200,92C234,92 262,116 262,166C262,222 234,262 200,262C166,262 138,222 138,166Z',
    138,
    92,
    124,
    170,
  );
  const hair = (d: string) =>
    `<path d="${d}" fill="${sheet.ramp(
      [
        [0, lit(look.hair, 0.3)],
        [0.5, look.hair],
        [1, shaded(look.hair, 0.4)],
      ],
      [0, 0, 1, 0.6],
    )}"/>`;
  return `${hair(look.behind)}${face(sheet, shoulders, look.cloth, 0.24)}${face(sheet, neck, shaded(look.skin, 0.12), 0.16)}${streak(sheet, neck, 'M166,262C190,276 214,276 240,258', shaded(look.skin, 0.55), 0.45, 26, 9)}${face(sheet, head, look.skin, 0.2)}<path d="M204,170C202,190 208,204 214,208C210,214 202,215 196,212" fill="none" stroke="${shaded(look.skin, 0.35)}" stroke-width="4" stroke-linecap="round" opacity=".7"/><path d="M182,232C194,240 210,240 220,231" fill="none" stroke="${shaded(look.skin, 0.5)}" stroke-width="5" stroke-linecap="round" opacity=".75"/><path d="M160,166C168,172 178,172 185,167M218,167C226,172 236,172 243,166" fill="none" stroke="${shaded(look.skin, 0.7)}" stroke-width="4.5" stroke-linecap="round" opacity=".8"/><ellipse cx="164" cy="204" rx="19" ry="12" fill="#d8604f" opacity=".22" filter="${sheet.blur(6)}"/><ellipse cx="240" cy="204" rx="19" ry="12" fill="#d8604f" opacity=".22" filter="${sheet.blur(6)}"/>${look.extra ?? ''}${hair(look.front)}`;
}

const ava: Look = {
  skin: '#eec2a2',
  hair: '#b9683a',
  cloth: '#f4ece2',
  behind:
    'M200,62C128,60 104,122 110,190C114,238 112,262 124,290C164,312 236,312 276,290C288,262 286,238 290,190C296,122 272,60 200,62Z',
  front:
    'M196,70C146,74 122,122 128,186C134,170 140,150 150,136C186,134 214,120 226,98C238,124 262,140 272,186C282,128 262,72 196,70Z',
};

const noor: Look = {
  skin: '#c98f68',
  hair: '#2c2024',
  cloth: '#55644a',
  behind:
    'M200,56C116,52 92,130 98,212C102,276 82,316 92,356C140,380 262,382 308,356C318,316 298,276 302,212C308,130 284,52 200,56Z',
  front: 'M200,66C144,66 120,118 126,196C136,162 160,132 204,112C238,132 264,160 274,196C280,118 256,66 200,66Z',
  extra: '<circle cx="134" cy="226" r="8" fill="#d8b062"/><circle cx="266" cy="226" r="8" fill="#d8b062"/>',
};

const curls = [
  [146, 112, 28],
  [172, 86, 32],
  [208, 78, 33],
  [240, 92, 30],
  [258, 120, 25],
  [196, 104, 30],
  [226, 112, 24],
  [158, 128, 20],
  [244, 138, 16],
  [142, 142, 15],
]
  .map(([x = 0, y = 0, r = 0]) => oval(x, y, r, r).d)
  .join('');

const max: Look = {
  skin: '#7d4f36',
  hair: '#2a1d1c',
  cloth: '#c4622f',
  behind: oval(200, 128, 80, 62).d,
  front: curls,
  extra:
    '<g fill="none" stroke="#1f1614" stroke-width="6"><circle cx="172" cy="170" r="24"/><circle cx="230" cy="170" r="24"/><path d="M196,168H206"/></g>',
};

export const logos: Record<string, string> = {
  'glow-lab': square('#b81f2d', glowLab),
  'northwind-outfitters': square('#4c5a3d', northwindOutfitters),
  'maison-clair': square('#eadfcd', maisonClair),
};

export const avatars: Record<string, string> = {
  ava: square('#e4b3a0', (sheet) => portrait(sheet, ava)),
  noor: square('#c9bf9f', (sheet) => portrait(sheet, noor)),
  max: square('#e3b45f', (sheet) => portrait(sheet, max)),
};
