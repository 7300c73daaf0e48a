// Maison Clair: the quiet house. Lime plaster, clay, sage and ink; stoneware, linen and light.
import { can, drawn, face, type Form, oval, round, seam, slab, streak, through, top, turned } from './forms.ts';
import { lit, mix, type Sheet, shaded } from './paint.ts';
import { type Still, stillLife } from './scenes.ts';

const plaster = '#e6dccb';
const clay = '#bd7f5e';
const sage = '#9aa58b';
const ink = '#39455a';
const oak = '#b98d5f';
const linen = '#e9dfcf';

function stem(
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

function lamp(sheet: Sheet): Still {
  const shade = drawn(
    'M150,384C156,262 236,206 320,206C404,206 484,262 490,384C440,404 200,404 150,384Z',
    150,
    206,
    340,
    196,
  );
  const foot = turned(
    320,
    [
      [26, 396],
      [28, 440],
      [34, 520],
      [58, 590],
      [84, 622],
      [84, 630],
    ],
    0.12,
  );
  const glowing = sheet.glow(
    [
      [0, '#ffe9bd', 0.95],
      [0.35, '#ffdca0', 0.5],
      [1, '#ffdca0', 0],
    ],
    320,
    400,
    330,
  );
  return {
    casts: [foot, shade],
    foot: [230, 410],
    paint: `<circle cx="320" cy="410" r="330" fill="${glowing}"/>${round(sheet, foot, clay, 'gloss')}<path d="M150,384C200,404 440,404 490,384C440,372 200,372 150,384Z" fill="#fff1cf"/>${round(sheet, shade, '#efe3cf')}<g clip-path="${sheet.clip(shade.d)}"><ellipse cx="320" cy="400" rx="170" ry="96" fill="#ffe2a8" opacity=".85" filter="${sheet.blur(34)}"/></g><path d="M150,384C200,405 440,405 490,384" fill="none" stroke="#fff6e0" stroke-width="5"/>`,
  };
}

function folded(
  sheet: Sheet,
  y: number,
  wide: number,
  tall: number,
  colour: string,
  shift: number,
): { form: Form; paint: string } {
  const x = 320 - wide / 2 + shift;
  const form = slab(x, y, wide, tall, tall * 0.46, tall * 0.42);
  const lines = [0.36, 0.66]
    .map(
      (at) =>
        `M${x + 16},${y + tall * at}C${x + wide * 0.3},${y + tall * at + 6} ${x + wide * 0.7},${y + tall * at - 5} ${x + wide - 10},${y + tall * at + 3}`,
    )
    .join('');
  return {
    form,
    paint: `${round(sheet, form, colour)}${face(sheet, slab(x + 4, y, wide - 8, tall * 0.4, tall * 0.2), lit(colour, 0.16), 0.12)}${seam(lines, colour, 2.4)}`,
  };
}

function linens(sheet: Sheet): Still {
  const pile = [
    folded(sheet, 558, 372, 78, sage, 0),
    folded(sheet, 488, 356, 74, linen, 6),
    folded(sheet, 420, 360, 72, clay, -6),
    folded(sheet, 358, 336, 66, '#d9c3a6', 4),
  ];
  const ribbon = slab(306, 352, 26, 290, 3);
  return {
    casts: pile.map((layer) => layer.form),
    paint: `${pile.map((layer) => layer.paint).join('')}${face(sheet, ribbon, '#f4ecdf', 0.3)}${[390, 456, 524, 596].map((y) => `<path d="M306,${y}h26" stroke="#8a7763" stroke-width="3" opacity=".35" filter="${sheet.blur(2)}"/>`).join('')}${stem(
      sheet,
      'M322,356C350,330 396,322 452,338',
      [
        [352, 336, -50, 52],
        [380, 328, 30, 50],
        [404, 328, -48, 52],
        [430, 332, 20, 54],
      ],
      '#7f8b68',
    )}`,
  };
}

function candle(sheet: Sheet): Still {
  const glass = can(320, 420, 620, 236, 0.12);
  const wax = can(320, 474, 616, 216, 0.12);
  const flame = drawn(
    'M320,352C344,384 350,408 340,426C334,438 306,438 300,426C290,408 296,384 320,352Z',
    296,
    352,
    50,
    86,
  );
  const halo = sheet.glow(
    [
      [0, '#ffe7b0', 0.9],
      [0.3, '#ffd488', 0.42],
      [1, '#ffd488', 0],
    ],
    320,
    404,
    260,
  );
  return {
    casts: [glass],
    paint: `<circle cx="320" cy="404" r="260" fill="${halo}"/>${round(sheet, wax, '#f0dcc2')}${top(sheet, 320, 474, 216, '#ffeccb', 0.12)}<path d="${oval(320, 474, 62, 15).d}" fill="#fff6dc" filter="${sheet.blur(6)}"/><path d="M320,474V432" stroke="#4a352b" stroke-width="5" stroke-linecap="round"/><path d="${flame.d}" fill="${sheet.ramp(
      [
        [0, '#ffb347'],
        [0.5, '#ffe08a'],
        [1, '#fffbe8'],
      ],
      [0, 0, 0, 1],
    )}"/><ellipse cx="320" cy="424" rx="9" ry="14" fill="#fff"/>${round(sheet, glass, '#c9a58a', 'glass')}<path d="M202,420A118,28 0 0 0 438,420A118,28 0 0 0 202,420Z" fill="none" stroke="#fff8ec" stroke-width="4" opacity=".8"/><path d="${slab(276, 524, 88, 62, 3).d}" fill="#fbf4e8" opacity=".92"/><path d="M292,546H348M300,562H340" stroke="#8a7763" stroke-width="3.4" opacity=".7"/>`,
  };
}

function chair(sheet: Sheet): Still {
  const leg = (x1: number, x2: number, y1: number, y2: number, w = 17) =>
    drawn(
      `M${x1 - w / 2},${y1}H${x1 + w / 2}L${x2 + w / 3},${y2}H${x2 - w / 3}Z`,
      Math.min(x1, x2) - w,
      y1,
      w * 2,
      y2 - y1,
    );
  const back = drawn(
    'M186,206C240,184 400,184 454,206C462,250 462,290 454,322C400,304 240,304 186,322C178,290 178,250 186,206Z',
    178,
    186,
    284,
    136,
  );
  const seat = drawn(
    'M168,450C220,428 420,428 472,450C480,462 480,474 470,482C420,498 220,498 170,482C160,474 160,462 168,450Z',
    160,
    430,
    320,
    66,
  );
  const legs = [leg(216, 226, 300, 590), leg(424, 414, 300, 590), leg(196, 178, 470, 648), leg(444, 462, 470, 648)];
  const weave =
    Array.from({ length: 21 }, (_, at) => `M${180 + at * 14},430V500`).join('') +
    Array.from({ length: 7 }, (_, at) => `M160,${438 + at * 9}H480`).join('');
  return {
    casts: [...legs, seat, back],
    paint: `${legs
      .slice(0, 2)
      .map((form) => round(sheet, form, shaded(oak, 0.12)))
      .join('')}${round(sheet, back, oak)}${seam('M200,214C250,198 390,198 440,214', oak, 2)}${legs
      .slice(2)
      .map((form) => round(sheet, form, oak))
      .join(
        '',
      )}<path d="M200,560H440" stroke="${shaded(oak, 0.2)}" stroke-width="10" stroke-linecap="round"/>${face(sheet, drawn(seat.d.replace('M168,450', 'M168,456'), 160, 436, 320, 66), shaded(oak, 0.24), 0.2)}${round(sheet, seat, '#dcc59c')}<g clip-path="${sheet.clip(seat.d)}"><path d="${weave}" stroke="#97784c" stroke-width="2.4" opacity=".45" fill="none"/></g>`,
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

function cushion(sheet: Sheet): Still {
  const body = drawn(
    'M166,316C230,336 410,336 474,312C488,308 494,318 490,332C474,420 474,520 492,606C496,622 486,632 472,628C410,612 230,612 168,630C154,634 146,624 150,610C168,520 166,420 150,332C146,318 152,312 166,316Z',
    148,
    308,
    346,
    324,
  );
  const stripes = Array.from(
    { length: 7 },
    (_, at) => `M${190 + at * 43},300C${204 + at * 38},420 ${204 + at * 38},520 ${190 + at * 43},640`,
  ).join('');
  return {
    casts: [body],
    paint: `${face(sheet, body, '#ecdfc9', 0.16)}<g clip-path="${sheet.clip(body.d)}"><path d="${stripes}" fill="none" stroke="${ink}" stroke-width="11" opacity=".82"/><ellipse cx="270" cy="420" rx="150" ry="120" fill="#fff6e6" opacity=".4" filter="${sheet.blur(50)}"/><path d="M150,612C250,560 400,560 492,606V660H150Z" fill="${shaded(ink, 0.3)}" opacity=".28" filter="${sheet.blur(24)}"/><path d="M470,316C450,420 450,520 488,620" fill="none" stroke="${shaded(oak, 0.5)}" stroke-width="40" opacity=".25" filter="${sheet.blur(22)}"/></g>${seam('M176,330C240,346 400,346 466,326', '#d5c4a6', 2, true)}`,
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

function stool(sheet: Sheet): Still {
  const seat = can(320, 396, 428, 290, 0.13);
  const legs = [
    [216, 168],
    [424, 472],
    [320, 320],
  ].map(([a = 0, b = 0]) =>
    drawn(`M${a - 15},420H${a + 15}L${b + 9},646H${b - 9}Z`, Math.min(a, b) - 15, 420, Math.abs(a - b) + 30, 226),
  );
  const book = slab(232, 352, 164, 22, 4);
  const cup = turned(
    330,
    [
      [46, 286],
      [44, 318],
      [32, 350],
    ],
    0.12,
  );
  return {
    casts: [...legs, seat, cup],
    paint: `${legs.map((form, at) => round(sheet, form, at === 2 ? shaded(oak, 0.25) : oak)).join('')}${round(sheet, seat, oak)}${top(sheet, 320, 396, 290, oak, 0.13)}<g opacity=".35" fill="none" stroke="${shaded(oak, 0.4)}" stroke-width="2"><path d="${oval(320, 396, 104, 26).d}"/><path d="${oval(318, 395, 66, 16).d}"/><path d="${oval(316, 394, 28, 7).d}"/></g>${face(sheet, book, ink, 0.25)}${face(sheet, slab(236, 366, 160, 20, 3), mix(linen, oak, 0.2), 0.1)}${round(sheet, cup, '#f1e8da', 'gloss')}${top(sheet, 330, 286, 92, '#f1e8da', 0.12, '#6b4a34')}<path d="M374,300C404,296 404,336 366,334" fill="none" stroke="#e2d5c2" stroke-width="9"/>`,
  };
}

export const maison: Record<string, string> = {
  'vase-colline': stillLife({ wall: plaster, floor: '#d6c6ae', stage: 'window', zoom: 1.02 }, vase),
  'lampe-lueur': stillLife({ wall: '#8f7a68', floor: '#7a6352', stage: 'sweep', reach: 0.4 }, lamp),
  'linge-lin': stillLife(
    { wall: '#d9cbb6', floor: '#c8b499', stage: 'steps', accent: '#e6dac5', base: 634, zoom: 1 },
    linens,
  ),
  'bougie-figue': stillLife({ wall: '#6d5648', floor: '#5b4338', stage: 'sweep', reach: 0.4 }, candle),
  'chaise-jonc': stillLife({ wall: '#c9cdbb', floor: '#b3b7a2', stage: 'window' }, chair),
  'bol-nuit': stillLife({ wall: '#d7b89a', floor: '#c49f7d', stage: 'sweep' }, bowl),
  'carafe-source': stillLife({ wall: '#cfd8d4', floor: '#b9c6c0', stage: 'niche', accent: '#bccac4' }, carafe),
  'coussin-baie': stillLife({ wall: '#c99a7c', floor: '#b78563', stage: 'sweep' }, cushion),
  'theiere-sauge': stillLife({ wall: '#eadfcd', floor: '#dccbb0', stage: 'disc', accent: '#f4ead9' }, teapot),
  'tabouret-trois': stillLife({ wall: '#c7a48c', floor: '#b48d72', stage: 'niche', accent: '#b98d72' }, stool),
};
