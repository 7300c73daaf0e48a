// Maison Clair: furniture, lamps and textiles.
import { can, drawn, face, oval, round, seam, slab, top, turned, type Form } from './forms.ts';
import { lit, mix, shaded, type Sheet } from './paint.ts';
import { type Still, stillLife } from './scenes.ts';
import { stem } from './sprig.ts';

const clay = '#bd7f5e';
const sage = '#9aa58b';
const ink = '#39455a';
const oak = '#b98d5f';
const linen = '#e9dfcf';

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

export const maisonRooms: Record<string, string> = {
  'lampe-lueur': stillLife({ wall: '#8f7a68', floor: '#7a6352', stage: 'sweep', reach: 0.4 }, lamp),
  'linge-lin': stillLife(
    { wall: '#d9cbb6', floor: '#c8b499', stage: 'steps', accent: '#e6dac5', base: 634, zoom: 1 },
    linens,
  ),
  'bougie-figue': stillLife({ wall: '#6d5648', floor: '#5b4338', stage: 'sweep', reach: 0.4 }, candle),
  'chaise-jonc': stillLife({ wall: '#c9cdbb', floor: '#b3b7a2', stage: 'window' }, chair),
  'coussin-baie': stillLife({ wall: '#c99a7c', floor: '#b78563', stage: 'sweep' }, cushion),
  'tabouret-trois': stillLife({ wall: '#c7a48c', floor: '#b48d72', stage: 'niche', accent: '#b98d72' }, stool),
};
