// Maison Clair: homeware. Lime plaster, clay, sage and ink; tableware.
import { drawn, oval, round, streak, top, turned } from './forms.ts';
import { maisonRooms } from './maison.rooms.ts';
import { lit, shaded, type Sheet } from './paint.ts';
import { type Still, stillLife } from './scenes.ts';
import { stem } from './sprig.ts';

const plaster = '#e6dccb';
const clay = '#bd7f5e';
const sage = '#9aa58b';
const ink = '#39455a';

function vase(sheet: Sheet): Still {
  const body = turned(
    316,
    [
      [44, 352],
      [36, 376],
      [42, 410],
      [96, 462],
      [128, 520],
      [120, 580],
      [78, 632],
    ],
    0.1,
  );
  const olive = '#7f8b68';
  const branch = stem(
    sheet,
    'M318,360C314,300 330,220 392,128',
    [
      [322, 300, -150, 74],
      [326, 282, -34, 78],
      [334, 244, -164, 78],
      [346, 218, -20, 80],
      [358, 186, -150, 70],
      [372, 160, -18, 72],
      [390, 132, -62, 72],
    ],
    olive,
  );
  const twig = stem(
    sheet,
    'M312,360C300,310 270,270 214,236',
    [
      [300, 322, 168, 62],
      [288, 300, -96, 60],
      [262, 270, 176, 66],
      [246, 258, -84, 60],
      [218, 238, -160, 62],
    ],
    shaded(olive, 0.12),
  );
  return {
    casts: [body],
    foot: [232, 400],
    paint: `${top(sheet, 316, 352, 88, '#e6d8c4', 0.1, '#5c4a3c')}${twig}${branch}${round(sheet, body, '#dfcdb5')}<path d="M272,352A44,9 0 0 0 360,352" fill="none" stroke="${lit('#dfcdb5', 0.6)}" stroke-width="5"/>${streak(sheet, body, 'M196,548C260,566 380,566 440,546', shaded(clay, 0.1), 0.5, 26, 1)}${streak(sheet, body, 'M206,584C260,600 380,600 430,582', shaded(clay, 0.1), 0.35, 8, 1)}`,
  };
}

function bowl(sheet: Sheet): Still {
  const body = turned(
    320,
    [
      [168, 470],
      [160, 520],
      [118, 588],
      [70, 618],
      [66, 630],
    ],
    0.13,
  );
  const fruit = (x: number, y: number, r: number, colour: string) =>
    `${round(sheet, oval(x, y, r, r), colour)}<ellipse cx="${x - r * 0.35}" cy="${y - r * 0.4}" rx="${r * 0.22}" ry="${r * 0.15}" fill="#fff" opacity=".4" filter="${sheet.blur(4)}"/>`;
  return {
    casts: [body, oval(300, 420, 110, 70)],
    foot: [240, 400],
    paint: `${top(sheet, 320, 470, 336, ink, 0.13, ink)}${fruit(252, 440, 58, '#e0a24c')}${fruit(392, 442, 56, '#d98c3f')}${fruit(322, 414, 62, '#e8b55c')}${stem(sheet, 'M322,358C326,344 334,336 344,332', [[328, 350, -28, 60]], '#6f7d52')}${round(sheet, body, ink, 'gloss')}<path d="M152,470A168,44 0 0 0 488,470" fill="none" stroke="${lit(ink, 0.45)}" stroke-width="5"/>${streak(sheet, body, 'M170,540C250,576 390,576 470,540', lit(ink, 0.5), 0.3, 5, 1)}`,
  };
}

function carafe(sheet: Sheet): Still {
  const body = turned(
    270,
    [
      [40, 236],
      [34, 262],
      [34, 330],
      [60, 400],
      [104, 480],
      [108, 560],
      [92, 622],
    ],
    0.1,
  );
  const water = turned(
    270,
    [
      [92, 470],
      [100, 520],
      [98, 572],
      [84, 612],
    ],
    0.1,
  );
  const glass = turned(
    446,
    [
      [56, 508],
      [54, 560],
      [48, 634],
    ],
    0.12,
  );
  const drink = turned(
    446,
    [
      [51, 560],
      [49, 600],
      [45, 628],
    ],
    0.12,
  );
  return {
    casts: [body, glass],
    paint: `${round(sheet, water, '#cfdcd8')}${top(sheet, 270, 470, 184, '#e2ecea', 0.1)}${round(sheet, body, '#e4ece8', 'glass')}<path d="${oval(270, 236, 40, 8).d}" fill="none" stroke="#fff" stroke-width="4"/>${round(sheet, drink, '#d8a98a')}${top(sheet, 446, 560, 102, '#e6c2a6', 0.12)}${round(sheet, glass, '#efe9e0', 'glass')}<path d="${oval(446, 508, 56, 13).d}" fill="none" stroke="#fff" stroke-width="3.5"/>`,
  };
}

function teapot(sheet: Sheet): Still {
  const body = turned(
    306,
    [
      [60, 438],
      [116, 466],
      [142, 530],
      [128, 592],
      [84, 628],
    ],
    0.1,
  );
  const spout = drawn('M424,548C462,540 474,500 480,462L512,452C510,520 488,586 420,590Z', 420, 452, 92, 138);
  const handle = 'M176,470C90,440 84,560 182,584';
  const lid = turned(
    306,
    [
      [14, 388],
      [20, 396],
      [12, 410],
      [60, 430],
      [66, 442],
    ],
    0.1,
  );
  return {
    casts: [body, spout, lid],
    foot: [216, 398],
    paint: `<path d="${handle}" fill="none" stroke="${shaded(sage, 0.28)}" stroke-width="25" stroke-linecap="round"/><path d="${handle}" fill="none" stroke="${lit(sage, 0.12)}" stroke-width="12" stroke-linecap="round" transform="translate(-3,-3)"/>${round(sheet, spout, shaded(sage, 0.06), 'gloss')}${round(sheet, body, sage, 'gloss')}${round(sheet, lid, lit(sage, 0.1), 'gloss')}${streak(sheet, body, 'M170,560C230,590 390,590 446,556', lit(sage, 0.5), 0.35, 4, 1)}`,
  };
}

export const maison: Record<string, string> = {
  'vase-colline': stillLife({ wall: plaster, floor: '#d6c6ae', stage: 'window', zoom: 1.02 }, vase),
  'bol-nuit': stillLife({ wall: '#d7b89a', floor: '#c49f7d', stage: 'sweep' }, bowl),
  'carafe-source': stillLife({ wall: '#cfd8d4', floor: '#b9c6c0', stage: 'niche', accent: '#bccac4' }, carafe),
  'theiere-sauge': stillLife({ wall: '#eadfcd', floor: '#dccbb0', stage: 'disc', accent: '#f4ead9' }, teapot),
  ...maisonRooms,
};
