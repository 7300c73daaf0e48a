// Glow Lab: skincare and makeup. Bone, blush and one red; glass, cream and polished metal.
import { can, drawn, face, oval, round, slab, streak, through, top, turned } from './forms.ts';
import { lit, type Sheet, shaded } from './paint.ts';
import { type Still, stillLife } from './scenes.ts';

const bone = '#efe3d8';
const blush = '#e7bfb2';
const rose = '#d79a90';
const red = '#b81f2d';
const gold = '#d2a86a';
const black = '#241b1e';

function serum(sheet: Sheet): Still {
  const body = turned(
    320,
    [
      [44, 398],
      [50, 408],
      [82, 432],
      [86, 460],
      [86, 600],
      [80, 612],
    ],
    0.1,
  );
  const liquid = turned(
    320,
    [
      [77, 474],
      [78, 500],
      [78, 594],
      [72, 602],
    ],
    0.1,
  );
  const neck = can(320, 366, 400, 84, 0.1);
  const collar = can(320, 330, 374, 92, 0.1);
  const bulb = turned(
    320,
    [
      [14, 216],
      [27, 226],
      [31, 250],
      [31, 296],
      [36, 322],
      [36, 332],
    ],
    0.12,
  );
  const pipette = slab(311, 380, 18, 176, 6, 9);
  return {
    casts: [body, collar, bulb],
    paint: `${round(sheet, liquid, '#e9a08a', 'matte')}<path d="${pipette.d}" fill="#fff" opacity=".35"/>${round(sheet, body, '#e8b09c', 'glass')}${round(sheet, neck, '#e8b09c', 'glass')}${round(sheet, collar, gold, 'metal')}${top(sheet, 320, 330, 92, gold, 0.1)}${round(sheet, bulb, '#f6ece4', 'gloss')}`,
  };
}

function cream(sheet: Sheet): Still {
  const jar = turned(
    300,
    [
      [112, 486],
      [122, 500],
      [124, 560],
      [122, 612],
      [110, 628],
    ],
    0.11,
  );
  const lid = can(418, 596, 634, 190, 0.12);
  const swirl = drawn(
    `M206,474${through([
      [206, 474],
      [232, 430],
      [288, 408],
      [330, 380],
      [318, 420],
      [372, 432],
      [396, 474],
    ])}Q300,512 206,474Z`,
    200,
    380,
    200,
    110,
  );
  const lidTop = top(sheet, 418, 596, 190, gold, 0.12);
  return {
    casts: [jar],
    paint: `${round(sheet, jar, '#f3d9cd', 'glass')}${round(
      sheet,
      turned(
        300,
        [
          [106, 500],
          [114, 520],
          [114, 600],
          [102, 614],
        ],
        0.11,
      ),
      '#fbf1e8',
    )}${round(sheet, jar, '#f6e3da', 'glass')}${top(sheet, 300, 486, 226, '#f8e9df', 0.11, '#f3e2d5')}${round(sheet, swirl, '#fdf5ec')}${streak(sheet, swirl, 'M232,470C270,440 330,452 320,392', '#d9b9a8', 0.55, 7, 3)}${streak(sheet, swirl, 'M270,478C310,450 370,470 372,440', '#fff', 0.9, 8, 3)}<path d="${oval(430, 640, 112, 20).d}" fill="${shaded(rose, 0.5)}" opacity=".4" filter="${sheet.blur(7)}"/>${round(sheet, lid, gold, 'metal')}${lidTop}`,
  };
}

function lipstick(sheet: Sheet): Still {
  const bullet = drawn('M262,330C262,262 300,226 348,212C362,208 368,216 368,234V420H262Z', 262, 210, 106, 210);
  const slant = drawn(
    'M266,318C272,268 304,234 352,219C364,216 366,226 362,246C346,276 306,306 266,318Z',
    262,
    216,
    104,
    104,
  );
  const sleeve = can(315, 404, 470, 124, 0.1);
  const band = can(315, 462, 490, 150, 0.1);
  const base = can(315, 484, 636, 158, 0.1);
  return {
    casts: [bullet, sleeve, base],
    paint: `${round(sheet, bullet, red, 'gloss')}${face(sheet, slant, lit(red, 0.2), 0.22)}${round(sheet, sleeve, gold, 'metal')}${top(sheet, 315, 404, 124, gold, 0.1, red)}${round(sheet, drawn(bullet.d.replace('V420H262Z', 'V404Q315,420 262,404Z'), 262, 210, 106, 200), red, 'gloss')}${face(sheet, slant, lit(red, 0.22), 0.2)}${round(sheet, band, gold, 'metal')}${round(sheet, base, black, 'gloss')}`,
  };
}

function balm(sheet: Sheet): Still {
  const tin = can(296, 560, 616, 236, 0.16);
  const lid = oval(434, 528, 112, 108);
  return {
    casts: [tin],
    paint: `<g transform="rotate(-14 434 528)">${round(sheet, oval(444, 534, 112, 108), shaded(gold, 0.3), 'metal')}${round(sheet, lid, gold, 'metal')}${face(sheet, oval(432, 526, 92, 89), red, 0.3)}${streak(sheet, oval(432, 526, 92, 89), 'M372,470C410,440 450,440 490,462', '#fff', 0.4, 14, 7)}</g>${round(sheet, tin, gold, 'metal')}${top(sheet, 296, 560, 236, gold, 0.16)}<path d="${oval(296, 561, 106, 34).d}" fill="${sheet.ramp(
      [
        [0, '#f3a396'],
        [0.5, '#d9675f'],
        [1, '#b8413f'],
      ],
      [0, 0, 1, 0.6],
    )}"/>${streak(sheet, oval(296, 561, 106, 34), 'M220,560C260,538 320,540 352,552', '#fff', 0.75, 9, 4)}${streak(sheet, oval(296, 561, 106, 34), 'M250,580C300,586 350,580 380,568', '#7d1f26', 0.5, 8, 5)}`,
  };
}

function brush(sheet: Sheet): Still {
  const hair = drawn(
    'M238,330C220,262 250,188 320,180C390,188 420,262 402,330C396,360 372,376 360,384H280C268,376 244,360 238,330Z',
    230,
    180,
    180,
    204,
  );
  const ferrule = drawn('M278,380H362L350,470H290Z', 278, 380, 84, 90);
  const handle = turned(
    320,
    [
      [30, 468],
      [34, 500],
      [30, 560],
      [23, 628],
      [19, 640],
    ],
    0.12,
  );
  const strands = Array.from(
    { length: 23 },
    (_, at) =>
      `M${286 + at * 3},378C${270 + at * 4.4},330 ${244 + at * 7},260 ${262 + at * 5.4},${206 + Math.abs(at - 11) * 3}`,
  ).join('');
  return {
    casts: [hair, ferrule, handle],
    paint: `${round(sheet, hair, '#7c4a40')}<g clip-path="${sheet.clip(hair.d)}"><path d="${strands}" fill="none" stroke="#f0c8b0" stroke-width="1.6" opacity=".34"/><ellipse cx="320" cy="196" rx="92" ry="70" fill="${lit(blush, 0.1)}" opacity=".85" filter="${sheet.blur(22)}"/></g>${round(sheet, handle, black, 'gloss')}${round(sheet, ferrule, gold, 'metal')}<path d="M282,402Q320,410 358,402" fill="none" stroke="${shaded(gold, 0.5)}" stroke-width="2" opacity=".6"/>`,
  };
}

function compact(sheet: Sheet): Still {
  const mirror = oval(330, 392, 168, 172);
  const base = can(310, 590, 622, 350, 0.15);
  const glass = oval(328, 392, 144, 148);
  const powder = oval(310, 590, 142, 42);
  return {
    casts: [base, mirror],
    paint: `${round(sheet, oval(336, 396, 168, 172), shaded(black, 0.2), 'gloss')}${round(sheet, mirror, black, 'gloss')}<path d="${glass.d}" fill="${sheet.ramp(
      [
        [0, '#fbf2ec'],
        [0.42, '#e3c7bc'],
        [0.46, '#f6e6de'],
        [0.7, '#d2ada2'],
        [1, '#b98f88'],
      ],
      [0, 0, 1, 1],
    )}"/>${streak(sheet, glass, 'M220,470L400,262', '#fff', 0.6, 30, 10)}${round(sheet, base, black, 'gloss')}${top(sheet, 310, 590, 350, black, 0.15)}<path d="${oval(310, 590, 152, 47).d}" fill="${shaded(gold, 0.1)}"/><path d="${powder.d}" fill="${sheet.ramp(
      [
        [0, '#f4cdbd'],
        [0.6, '#dc9d8c'],
        [1, '#c98272'],
      ],
      [0, 0, 1, 0.5],
    )}"/>${streak(sheet, powder, 'M200,600C260,570 340,610 420,580', '#fff', 0.35, 10, 6)}${streak(sheet, powder, 'M220,612C280,590 350,622 400,600', '#a65c50', 0.4, 6, 4)}${slabHinge(sheet)}`,
  };
}

function slabHinge(sheet: Sheet): string {
  return round(sheet, slab(286, 548, 76, 18, 8), gold, 'metal');
}

function tube(sheet: Sheet): Still {
  const body = drawn('M222,206H418C414,340 404,470 392,566H248C236,470 226,340 222,206Z', 222, 206, 196, 360);
  const crimp = slab(216, 180, 208, 34, 3);
  const cap = can(320, 566, 628, 150, 0.09);
  const label = drawn('M262,320H378L374,420H266Z', 262, 320, 116, 100);
  return {
    casts: [crimp, body, cap],
    paint: `${round(sheet, body, '#f5efe9', 'gloss')}${face(sheet, crimp, '#e9ded5', 0.2)}${Array.from({ length: 20 }, (_, at) => `<path d="M${224 + at * 10.2},184V210" stroke="#b8a79b" stroke-width="1.4" opacity=".5"/>`).join('')}${face(sheet, label, red, 0.12)}<path d="M262,436H376M264,450H350" stroke="#b9a79d" stroke-width="3" opacity=".8"/>${streak(sheet, body, 'M262,230C262,350 268,460 276,560', '#fff', 0.5, 12, 6)}${round(sheet, cap, red, 'gloss')}`,
  };
}

function toner(sheet: Sheet): Still {
  const body = turned(
    320,
    [
      [38, 300],
      [46, 312],
      [88, 346],
      [92, 372],
      [92, 602],
      [84, 618],
    ],
    0.09,
  );
  const fill = turned(
    320,
    [
      [84, 420],
      [84, 480],
      [84, 592],
      [76, 606],
    ],
    0.09,
  );
  const cap = can(320, 208, 300, 92, 0.1);
  return {
    casts: [body, cap],
    paint: `${round(sheet, fill, '#c9d8cf')}${round(sheet, body, '#d9e6df', 'glass')}${top(sheet, 320, 420, 168, '#dce8e1', 0.09)}${round(sheet, cap, '#f7f1ea', 'gloss')}${top(sheet, 320, 208, 92, '#f7f1ea', 0.1)}<path d="M272,480H368M272,496H340M272,512H356" stroke="#5c726a" stroke-width="4" opacity=".55" stroke-linecap="round"/>`,
  };
}

function perfume(sheet: Sheet): Still {
  const body = slab(204, 372, 232, 262, 26, 34);
  const liquid = slab(222, 440, 196, 176, 8, 24);
  const collar = can(320, 338, 372, 72, 0.1);
  const cap = slab(270, 208, 100, 136, 14, 6);
  return {
    casts: [body, cap],
    paint: `<path d="${body.d}" fill="${sheet.ramp(
      [
        [0, '#fff', 0.85],
        [0.5, '#f6dcd3', 0.55],
        [1, '#c99a90', 0.75],
      ],
      [0, 0, 1, 1],
    )}"/><path d="${liquid.d}" fill="${sheet.ramp(
      [
        [0, '#f0a794'],
        [0.5, '#dd7f70'],
        [1, '#b4534d'],
      ],
      [0, 0, 1, 1],
    )}"/><path d="${slab(222, 436, 196, 12, 6).d}" fill="#f9cdbf" opacity=".9"/><path d="${body.d}" fill="none" stroke="#fff" stroke-width="5" opacity=".55"/>${streak(sheet, body, 'M226,400V610', '#fff', 0.8, 10, 3)}${streak(sheet, body, 'M300,610L420,430', '#fff', 0.35, 34, 8)}<path d="M314,372h12v220l-6,12z" fill="#fff" opacity=".4"/>${round(sheet, collar, gold, 'metal')}${face(sheet, cap, black, 0.3)}${streak(sheet, cap, 'M286,222V330', '#fff', 0.55, 7, 3)}`,
  };
}

function lacquer(sheet: Sheet): Still {
  const drop = drawn(
    'M438,640C420,622 452,606 490,612C540,606 566,626 548,642C520,660 462,658 438,640Z',
    430,
    606,
    130,
    52,
  );
  const body = turned(
    300,
    [
      [36, 430],
      [54, 440],
      [88, 470],
      [98, 520],
      [94, 590],
      [80, 622],
    ],
    0.12,
  );
  const cap = turned(
    300,
    [
      [26, 208],
      [31, 214],
      [37, 320],
      [41, 422],
      [41, 432],
    ],
    0.1,
  );
  return {
    casts: [body, cap],
    paint: `${face(sheet, drop, red, 0.25)}${streak(sheet, drop, 'M462,626C490,616 520,620 530,628', '#fff', 0.8, 6, 2)}${round(sheet, body, red, 'gloss')}${streak(sheet, body, 'M232,500C230,540 232,580 242,604', '#fff', 0.6, 11, 4)}${round(sheet, cap, black, 'gloss')}${round(sheet, can(300, 418, 438, 84, 0.1), gold, 'metal')}`,
  };
}

export const glow: Record<string, string> = {
  'dew-serum': stillLife({ wall: '#f0d3c8', floor: '#e4b8ab', stage: 'plinth', accent: '#f3ddd2', base: 606 }, serum),
  'cloud-cream': stillLife({ wall: bone, floor: '#e6d3c5', stage: 'disc', accent: '#f7ece1' }, cream),
  'velvet-lipstick': stillLife({ wall: '#c22a36', floor: '#a51b28', stage: 'sweep' }, lipstick),
  'lip-balm': stillLife({ wall: blush, floor: '#d9a498', stage: 'steps', accent: '#edcdc1', base: 620 }, balm),
  'powder-brush': stillLife({ wall: '#e9d8cb', floor: '#d5b9a9', stage: 'niche', accent: '#dcbcae' }, brush),
  'bare-compact': stillLife({ wall: '#d9c2b6', floor: '#c9a99b', stage: 'sweep' }, compact),
  'milk-cleanser': stillLife({ wall: '#f4ebe3', floor: '#e9dbd0', stage: 'window' }, tube),
  'calm-toner': stillLife({ wall: '#d5ddd4', floor: '#c3cdc2', stage: 'plinth', accent: '#e6ebe3', base: 612 }, toner),
  'skin-mist': stillLife({ wall: '#f1cfc4', floor: '#e2ad9f', stage: 'disc', accent: '#fbe6dc' }, perfume),
  'red-lacquer': stillLife({ wall: '#f3e7de', floor: '#e7d2c6', stage: 'sweep' }, lacquer),
};
