// Portraits of the demo's creators: simple shapes, no real people.
import { drawn, face, oval, streak } from './forms.ts';
import { lit, type Sheet, shaded } from './paint.ts';

type Look = { skin: string; hair: string; cloth: string; behind: string; front: string; extra?: string };

/** Shoulders, neck and head; `behind` and `front` are the hair. */
export function portrait(sheet: Sheet, look: Look): string {
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

type Hair = Pick<Look, 'behind' | 'front'>;

const long: Hair = { behind: ava.behind, front: ava.front };
const straight: Hair = { behind: noor.behind, front: noor.front };
const cropped: Hair = {
  behind:
    'M200,72C146,72 122,112 128,170C130,186 134,196 138,204L262,204C266,196 270,186 272,170C278,112 254,72 200,72Z',
  front:
    'M200,72C150,72 124,104 130,172C138,150 146,136 156,128C190,132 224,126 246,112C256,128 264,150 270,172C276,104 250,72 200,72Z',
};
const bob: Hair = {
  behind:
    'M200,60C126,58 104,124 112,206C114,232 112,246 122,258L278,258C288,246 286,232 288,206C296,124 274,58 200,60Z',
  front:
    'M200,68C144,68 120,116 126,206C134,178 138,156 142,140C180,132 220,132 258,140C262,156 266,178 274,206C280,116 256,68 200,68Z',
};
const bun: Hair = { behind: `${oval(200, 62, 40, 34).d}${cropped.behind}`, front: cropped.front };
const round: Hair = { behind: oval(200, 140, 102, 92).d, front: curls };
const scarf: Hair = {
  behind:
    'M200,52C108,50 88,140 96,232C100,280 92,320 110,352C160,384 240,384 290,352C308,320 300,280 304,232C312,140 292,50 200,52Z',
  front:
    'M200,60C138,60 112,116 122,214C130,262 158,282 200,286C242,282 270,262 278,214C288,116 262,60 200,60ZM200,112C236,112 254,140 254,176C254,222 232,250 200,250C168,250 146,222 146,176C146,140 164,112 200,112Z',
};

const glasses = max.extra ?? '';
const studs = noor.extra ?? '';

/** Faces with the colors of their clothes, hair and ground. */
export const portraits: Record<string, { ground: string; look: Look }> = {
  ava: { ground: '#e4b3a0', look: ava },
  noor: { ground: '#c9bf9f', look: noor },
  max: { ground: '#e3b45f', look: max },
  lucia: { ground: '#d99a7c', look: { skin: '#d9a179', hair: '#3b2218', cloth: '#b8323a', ...long, extra: studs } },
  hayoon: { ground: '#cfd6cf', look: { skin: '#f0cfae', hair: '#1d1a1f', cloth: '#7f93a8', ...bob } },
  priya: { ground: '#e0b46a', look: { skin: '#9c6440', hair: '#1c1416', cloth: '#2f6f6a', ...straight, extra: studs } },
  zoe: { ground: '#b9c8d4', look: { skin: '#f2d3ba', hair: '#d8b46e', cloth: '#34506b', ...bun } },
  thiago: { ground: '#a8bd9c', look: { skin: '#a8734c', hair: '#241812', cloth: '#e8e2d4', ...cropped } },
  misaki: { ground: '#e6c9c9', look: { skin: '#f1d2b4', hair: '#2a2024', cloth: '#8d5a74', ...straight } },
  amara: { ground: '#d8c2a0', look: { skin: '#5f3a28', hair: '#17100f', cloth: '#d98a2b', ...round, extra: studs } },
  marguerite: {
    ground: '#cbbfd0',
    look: { skin: '#eccdb4', hair: '#a9a29b', cloth: '#2b2b33', ...bob, extra: glasses },
  },
  jonas: {
    ground: '#b7c3b9',
    look: { skin: '#eec4a4', hair: '#7c5a3a', cloth: '#5b3d33', ...cropped, extra: glasses },
  },
  salma: { ground: '#e2cdb0', look: { skin: '#d3a27d', hair: '#8c3f4d', cloth: '#8c3f4d', ...scarf } },
  grace: { ground: '#c4d2c0', look: { skin: '#f6d9c6', hair: '#b5502a', cloth: '#2f5d4a', ...long } },
  ngocanh: { ground: '#d6c6dc', look: { skin: '#e8bf97', hair: '#201a1c', cloth: '#f2e6da', ...bun } },
  leilani: { ground: '#a9c9c6', look: { skin: '#b97f57', hair: '#2b1c17', cloth: '#e27d60', ...straight } },
};
