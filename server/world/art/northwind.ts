// Northwind Outfitters: outdoor gear. Moss, slate, ochre and dusk; waxed fabric, leather and enamel.
import { can, drawn, face, oval, round, seam, slab, streak, top, turned } from './forms.ts';
import { lit, type Sheet, shaded } from './paint.ts';
import { type Still, stillLife } from './scenes.ts';

const moss = '#5d6b4a';
const ochre = '#cf9440';
const slate = '#55646d';
const brick = '#a9492f';
const leather = '#8a5a36';
const cream = '#ece1cb';
const steel = '#a8aeb0';

function jacket(sheet: Sheet): Still {
  const body = drawn(
    'M232,268C262,252 282,240 290,226H350C358,240 378,252 408,268C420,380 424,500 428,624C390,640 250,640 212,624C216,500 220,380 232,268Z',
    212,
    226,
    216,
    414,
  );
  const left = drawn(
    'M236,264C196,288 176,330 166,392C154,464 148,540 146,604C164,618 190,620 208,612C214,540 222,470 240,404Z',
    146,
    264,
    94,
    356,
  );
  const right = drawn(
    'M404,264C444,288 464,330 474,392C486,464 492,540 494,604C476,618 450,620 432,612C426,540 418,470 400,404Z',
    400,
    264,
    94,
    356,
  );
  const hood = drawn(
    'M262,246C254,190 276,150 320,148C364,150 386,190 378,246C360,266 280,266 262,246Z',
    256,
    148,
    128,
    116,
  );
  const cave = oval(320, 216, 42, 46);
  const pocket = (x: number) =>
    `${face(sheet, slab(x, 490, 74, 92, 4, 12), lit(ochre, 0.04), 0.14)}${face(sheet, slab(x - 3, 482, 80, 28, 4, 8), ochre, 0.2)}${seam(`M${x + 4},586H${x + 70}`, ochre, 1.6, true)}`;
  return {
    casts: [body, left, right, hood],
    paint: `${round(sheet, left, ochre)}${round(sheet, right, shaded(ochre, 0.08))}${round(sheet, hood, ochre)}<path d="${cave.d}" fill="${sheet.ramp(
      [
        [0, '#3a2a22'],
        [1, '#6d4a31'],
      ],
      [0, 0, 0, 1],
    )}"/>${round(sheet, body, ochre)}${seam('M320,262V634', ochre, 4)}${seam('M328,262V634', ochre, 1.4, true)}${seam('M232,330C280,346 360,346 408,330', ochre, 2)}${pocket(232)}${pocket(334)}${[300, 372, 444, 540].map((y) => `<circle cx="320" cy="${y}" r="6" fill="${steel}"/><circle cx="318" cy="${y - 2}" r="2.4" fill="#fff"/>`).join('')}${streak(sheet, body, 'M252,290C246,380 240,460 238,480', lit(ochre, 0.6), 0.4, 16, 9)}${streak(sheet, left, 'M200,320C184,400 176,480 170,590', shaded(ochre, 0.5), 0.3, 10, 7)}${face(sheet, slab(148, 596, 62, 22, 8), shaded(ochre, 0.22), 0.1)}${face(sheet, slab(430, 596, 62, 22, 8), shaded(ochre, 0.28), 0.1)}`,
  };
}

function boot(sheet: Sheet, dx: number, tone: string): { forms: Still['casts']; paint: string } {
  const upper = drawn(
    'M210,322C250,312 300,312 334,322C336,392 338,440 350,474C392,492 448,500 462,548C468,570 466,586 462,594H204C200,500 202,410 210,322Z',
    200,
    314,
    268,
    280,
  );
  const sole = drawn('M196,590H468C476,604 474,624 468,634H196C190,620 190,604 196,590Z', 190, 590, 284, 44);
  const tongue = drawn('M268,322C272,290 286,282 318,284C334,290 338,306 338,330L346,470L300,440Z', 268, 282, 80, 188);
  const cuff = slab(204, 310, 134, 34, 14);
  const laces = [362, 396, 430, 462]
    .map((y, at) => `M${276 + at * 7},${y}C${292 + at * 7},${y - 9} ${312 + at * 6},${y - 9} ${328 + at * 6},${y - 3}`)
    .join('');
  return {
    forms: [upper, sole],
    paint: `<g transform="translate(${dx},0)">${round(sheet, tongue, shaded(tone, 0.16))}${round(sheet, upper, tone)}${streak(sheet, upper, 'M236,350C228,430 226,500 232,580', lit(tone, 0.55), 0.4, 18, 10)}${streak(sheet, upper, 'M380,512C420,520 440,540 446,570', lit(tone, 0.6), 0.5, 12, 7)}${seam('M206,520C260,510 300,540 330,590', tone, 2)}${seam('M350,476C330,500 326,540 332,590', tone, 2)}${seam('M352,482C334,504 332,540 338,590', tone, 1.4, true)}${round(sheet, cuff, '#3f3a34')}<path d="${laces}" fill="none" stroke="${cream}" stroke-width="7" stroke-linecap="round"/><path d="${laces}" fill="none" stroke="${brick}" stroke-width="7" stroke-dasharray="6 12" stroke-linecap="butt"/>${face(sheet, sole, '#3a322c', 0.2)}<path d="M194,602H472" stroke="${cream}" stroke-width="5" opacity=".85"/>${Array.from({ length: 9 }, (_, at) => `<rect x="${204 + at * 30}" y="622" width="16" height="14" rx="3" fill="#241e1a"/>`).join('')}</g>`,
  };
}

function boots(sheet: Sheet): Still {
  const back = boot(sheet, 76, shaded(leather, 0.2));
  const front = boot(sheet, -52, leather);
  return {
    casts: front.forms,
    foot: [150, 520],
    paint: `<g transform="translate(0,-24)">${back.paint}</g>${front.paint}`,
  };
}

function tent(sheet: Sheet): Still {
  const near = drawn('M320,312C250,420 170,540 92,640H420C392,540 356,420 320,312Z', 92, 312, 328, 328);
  const far = drawn('M320,312C356,420 392,540 420,640H560C492,540 402,410 320,312Z', 320, 312, 240, 328);
  const door = drawn('M318,396C290,480 262,560 236,640H372C356,560 338,480 318,396Z', 236, 396, 136, 244);
  const flap = drawn('M318,396C344,470 366,560 378,640L404,640C384,550 352,460 318,396Z', 318, 396, 86, 244);
  const warm = sheet.ramp(
    [
      [0, '#ffdf9a'],
      [0.6, '#f0b35a'],
      [1, '#8a4e26'],
    ],
    [0, 0, 0, 1],
  );
  return {
    casts: [near, far],
    paint: `<path d="M320,318L70,664M320,318L580,660" stroke="#efe6d2" stroke-width="2.5" opacity=".7"/>${face(sheet, far, shaded(brick, 0.16), 0.2)}${face(sheet, near, brick, 0.18)}<path d="${door.d}" fill="${warm}"/><ellipse cx="304" cy="566" rx="60" ry="80" fill="#fff2c4" opacity=".5" filter="${sheet.blur(22)}"/>${face(sheet, flap, lit(brick, 0.24), 0.2)}${seam('M320,312C290,400 240,520 176,640', brick, 2)}${seam('M344,370C400,460 440,550 470,640', shaded(brick, 0.16), 2)}<path d="M314,322L326,296" stroke="#3a322c" stroke-width="7" stroke-linecap="round"/>${streak(sheet, near, 'M296,372C240,470 180,560 128,628', lit(brick, 0.6), 0.3, 22, 14)}`,
  };
}

function mug(sheet: Sheet): Still {
  const body = turned(
    296,
    [
      [118, 430],
      [117, 500],
      [114, 600],
      [106, 626],
    ],
    0.12,
  );
  const handle = 'M410,470C500,456 500,592 404,576';
  const speck = Array.from(
    { length: 46 },
    (_, at) => `<circle cx="${184 + ((at * 73) % 226)}" cy="${456 + ((at * 47) % 176)}" r="${1.2 + (at % 3) * 0.8}"/>`,
  ).join('');
  return {
    casts: [body],
    paint: `<path d="${handle}" fill="none" stroke="${shaded(slate, 0.1)}" stroke-width="27" stroke-linecap="round"/><path d="${handle}" fill="none" stroke="${lit(slate, 0.3)}" stroke-width="11" stroke-linecap="round" transform="translate(-3,-4)"/>${round(sheet, body, slate, 'gloss')}<g clip-path="${sheet.clip(body.d)}" fill="${lit(slate, 0.6)}" opacity=".6">${speck}</g>${top(sheet, 296, 430, 236, cream, 0.12, '#4c2f1e')}<path d="${oval(296, 430, 118, 28).d}" fill="none" stroke="#f6efe0" stroke-width="7"/><path d="${oval(296, 434, 100, 21).d}" fill="${sheet.ramp(
      [
        [0, '#2f1b12'],
        [0.6, '#5d3a22'],
        [1, '#83552f'],
      ],
      [0, 0, 1, 0.3],
    )}"/><g fill="none" stroke="#fffaf0" stroke-linecap="round" opacity=".42" filter="${sheet.blur(9)}"><path d="M268,400C240,350 300,320 270,262" stroke-width="16"/><path d="M326,396C356,340 300,310 336,246" stroke-width="14"/></g>`,
  };
}

function pack(sheet: Sheet): Still {
  const body = drawn(
    'M206,300C206,240 250,206 320,206C390,206 434,240 434,300C446,400 450,520 440,610C430,640 210,640 200,610C190,520 194,400 206,300Z',
    192,
    206,
    256,
    434,
  );
  const lid = drawn(
    'M198,316C196,240 246,196 320,196C394,196 444,240 442,316C446,352 420,366 320,366C220,366 194,352 198,316Z',
    196,
    196,
    248,
    170,
  );
  const pocket = slab(232, 440, 176, 160, 20, 30);
  const side = (x: number) => round(sheet, slab(x, 460, 44, 150, 16, 20), shaded(moss, 0.14));
  const strap = (x: number) =>
    `${face(sheet, slab(x, 330, 24, 140, 4), leather, 0.25)}${face(sheet, slab(x - 5, 404, 34, 28, 4), '#d8b36a', 0.3)}<rect x="${x + 3}" y="410" width="18" height="15" rx="2" fill="${leather}"/>`;
  return {
    casts: [body, lid],
    paint: `${side(170)}${side(426)}<path d="M280,200C284,158 356,158 360,200" fill="none" stroke="${leather}" stroke-width="15"/>${round(sheet, body, moss)}${round(sheet, pocket, lit(moss, 0.06))}${seam('M232,474H408', moss, 2)}${seam('M246,592C290,598 350,598 394,592', moss, 1.6, true)}${round(sheet, lid, lit(moss, 0.1))}${streak(sheet, lid, 'M232,300C236,252 270,226 320,224', '#fff', 0.3, 16, 9)}${seam('M210,330C250,350 390,350 430,330', moss, 1.8, true)}${strap(252)}${strap(364)}${face(sheet, slab(292, 500, 56, 40, 5), leather, 0.2)}<path d="M304,528l16,-20 16,20z" fill="${cream}"/>`,
  };
}

function lantern(sheet: Sheet): Still {
  const base = turned(
    320,
    [
      [84, 556],
      [96, 572],
      [100, 616],
      [96, 632],
    ],
    0.12,
  );
  const glass = turned(
    320,
    [
      [62, 356],
      [84, 420],
      [86, 480],
      [72, 552],
    ],
    0.12,
  );
  const hat = turned(
    320,
    [
      [26, 268],
      [34, 286],
      [78, 330],
      [80, 356],
    ],
    0.12,
  );
  const flame = drawn(
    'M320,412C340,444 344,470 334,490C328,500 312,500 306,490C296,470 300,444 320,412Z',
    298,
    412,
    46,
    88,
  );
  return {
    casts: [base, glass, hat],
    paint: `<circle cx="320" cy="450" r="290" fill="${sheet.glow(
      [
        [0, '#ffd98e', 0.85],
        [0.3, '#ffc566', 0.35],
        [1, '#ffc566', 0],
      ],
      320,
      450,
      290,
    )}"/><path d="M232,560V330C232,180 408,180 408,330V560" fill="none" stroke="${shaded(steel, 0.35)}" stroke-width="9"/><path d="${flame.d}" fill="${sheet.ramp(
      [
        [0, '#ff9d3c'],
        [0.5, '#ffd66e'],
        [1, '#fffbe6'],
      ],
      [0, 0, 0, 1],
    )}"/><path d="M312,492h16v60h-16z" fill="#6b5a48"/>${round(sheet, glass, '#f7d9a0', 'glass')}${[404, 450, 500].map((y) => `<path d="M238,${y}Q320,${y + 20} 402,${y}" fill="none" stroke="${shaded(steel, 0.3)}" stroke-width="4" opacity=".8"/>`).join('')}${round(sheet, hat, brick, 'gloss')}${round(sheet, base, brick, 'gloss')}<circle cx="412" cy="600" r="15" fill="${steel}"/><circle cx="408" cy="596" r="6" fill="#fff" opacity=".7"/>`,
  };
}

function flask(sheet: Sheet): Still {
  const body = turned(
    320,
    [
      [62, 300],
      [76, 322],
      [86, 350],
      [86, 610],
      [80, 626],
    ],
    0.1,
  );
  const cap = can(320, 214, 292, 118, 0.1);
  const ring = can(320, 288, 308, 128, 0.1);
  const band = can(320, 470, 510, 173, 0.1);
  return {
    casts: [body, cap],
    paint: `${round(sheet, body, '#39564f', 'gloss')}${round(sheet, band, cream)}<path d="M290,502l30,-26 30,26z" fill="#39564f"/>${round(sheet, ring, steel, 'metal')}${round(sheet, cap, steel, 'metal')}${top(sheet, 320, 214, 118, steel, 0.1)}`,
  };
}

function blanket(sheet: Sheet): Still {
  const roll = slab(110, 446, 420, 186, 92);
  const end = oval(166, 539, 60, 93);
  const spiral =
    'M166,539C176,524 188,546 168,560C140,572 128,520 164,504C206,496 212,574 168,596C116,606 100,486 164,474';
  const bands: [number, number, string][] = [
    [236, 30, cream],
    [276, 12, ochre],
    [300, 44, brick],
    [356, 12, ochre],
    [380, 30, cream],
  ];
  const strap = (x: number) =>
    `<path d="M${x},440C${x + 26},500 ${x + 26},580 ${x},640" fill="none" stroke="${leather}" stroke-width="24"/><path d="M${x - 4},446C${x + 20},500 ${x + 20},580 ${x - 4},634" fill="none" stroke="${lit(leather, 0.35)}" stroke-width="3" stroke-dasharray="6 6"/>`;
  return {
    casts: [roll],
    paint: `<g clip-path="${sheet.clip(roll.d)}"><path d="${roll.d}" fill="${slate}"/>${bands.map(([x, w, colour]) => `<path d="M${x},430C${x + 40},500 ${x + 40},580 ${x},650" fill="none" stroke="${colour}" stroke-width="${w}"/>`).join('')}<path d="${roll.d}" fill="${sheet.ramp(
      [
        [0, '#fff', 0.34],
        [0.35, '#fff', 0],
        [0.62, '#2c1417', 0.12],
        [1, '#2c1417', 0.6],
      ],
      [0, 0, 0, 1],
    )}"/></g>${face(sheet, end, lit(slate, 0.16), 0.22)}<path d="${spiral}" fill="none" stroke="${shaded(slate, 0.4)}" stroke-width="7" stroke-linecap="round" opacity=".8"/>${strap(208)}${strap(442)}<path d="M226,446C270,350 400,350 446,446" fill="none" stroke="${leather}" stroke-width="15"/>`,
  };
}

function beanie(sheet: Sheet): Still {
  const crown = drawn(
    'M172,540C168,400 230,300 320,300C410,300 472,400 468,540C420,560 220,560 172,540Z',
    170,
    300,
    300,
    256,
  );
  const cuff = drawn(
    'M160,520C220,546 420,546 480,520C488,560 488,600 480,622C420,646 220,646 160,622C152,600 152,560 160,520Z',
    154,
    520,
    332,
    122,
  );
  const bob = oval(320, 268, 58, 54);
  const ribs = (form: { d: string }, from: number, to: number, bend: number) =>
    `<g clip-path="${sheet.clip(form.d)}"><path d="${Array.from({ length: 26 }, (_, at) => `M${154 + at * 13.3},${to}C${154 + at * 13.3},${to - 60} ${320 + (at - 12.5) * bend},${from + 60} ${320 + (at - 12.5) * bend * 0.75},${from}`).join('')}" fill="none" stroke="#4d1f14" stroke-width="4" opacity=".32"/></g>`;
  const fluff = Array.from({ length: 60 }, (_, at) => {
    const angle = at * 2.4;
    const reach = 26 + (at % 5) * 8;
    return `<circle cx="${320 + Math.cos(angle) * reach}" cy="${268 + Math.sin(angle) * reach * 0.92}" r="${7 + (at % 4)}" fill="${at % 2 === 0 ? lit(cream, 0.3) : shaded(cream, 0.1)}" opacity=".75"/>`;
  }).join('');
  return {
    casts: [crown, cuff],
    paint: `${round(sheet, bob, cream)}<g filter="${sheet.blur(1.2)}">${fluff}</g>${round(sheet, crown, brick)}${ribs(crown, 300, 560, 8)}${round(sheet, cuff, lit(brick, 0.08))}${ribs(cuff, 500, 650, 13.3)}${streak(sheet, crown, 'M222,500C222,420 256,350 300,330', lit(brick, 0.6), 0.35, 26, 15)}${face(sheet, slab(286, 560, 68, 46, 4), leather, 0.2)}<path d="M300,594l20,-24 20,24z" fill="${cream}"/>`,
  };
}

function stool(sheet: Sheet): Still {
  const leg = (x1: number, x2: number) =>
    drawn(`M${x1 - 9},380H${x1 + 9}L${x2 + 8},646H${x2 - 8}Z`, Math.min(x1, x2) - 9, 380, Math.abs(x1 - x2) + 18, 266);
  const seat = drawn('M150,366C230,420 410,420 490,366L500,398C410,470 230,470 140,398Z', 140, 366, 360, 90);
  const legs = [leg(200, 424), leg(440, 216), leg(176, 400), leg(464, 240)];
  return {
    casts: [...legs, seat],
    foot: [206, 434],
    paint: `${legs
      .slice(0, 2)
      .map((form) => round(sheet, form, shaded('#b98d5f', 0.3)))
      .join('')}${legs
      .slice(2)
      .map((form) => round(sheet, form, '#b98d5f'))
      .join(
        '',
      )}<circle cx="320" cy="524" r="11" fill="${steel}"/><circle cx="317" cy="521" r="4" fill="#fff"/>${face(sheet, seat, ochre, 0.22)}<g clip-path="${sheet.clip(seat.d)}"><path d="M140,396C230,456 410,456 500,396" fill="none" stroke="${shaded(ochre, 0.4)}" stroke-width="30" opacity=".4" filter="${sheet.blur(12)}"/></g>${seam('M152,376C232,428 408,428 488,376', ochre, 2, true)}${round(sheet, slab(132, 356, 30, 50, 10), leather)}${round(sheet, slab(478, 356, 30, 50, 10), leather)}`,
  };
}

export const northwind: Record<string, string> = {
  'field-jacket': stillLife({ wall: '#c9d0c8', floor: '#b0b9ae', stage: 'window' }, jacket),
  'ridge-boots': stillLife({ wall: '#b9c4c6', floor: '#8d8873', stage: 'hills', accent: '#f2e3c2', zoom: 1.02 }, boots),
  'basecamp-tent': stillLife({ wall: '#55677c', floor: '#3f4d45', stage: 'hills', accent: '#f0d9a6', zoom: 1 }, tent),
  'enamel-mug': stillLife({ wall: '#d8c3a0', floor: '#a98a62', stage: 'steps', accent: '#b99a70', base: 626 }, mug),
  'canvas-backpack': stillLife({ wall: '#d9d2bf', floor: '#c3b99f', stage: 'disc', accent: '#efe6d0' }, pack),
  'storm-lantern': stillLife({ wall: '#3b4a52', floor: '#2f3a3c', stage: 'sweep', reach: 0.4 }, lantern),
  'steel-flask': stillLife({ wall: '#d5a875', floor: '#b7834f', stage: 'hills', accent: '#f8e7c4' }, flask),
  'camp-blanket': stillLife({ wall: '#cfd2c4', floor: '#b5b8a5', stage: 'sweep', zoom: 1.05 }, blanket),
  'wool-beanie': stillLife({ wall: '#c7d3d8', floor: '#aebdc3', stage: 'disc', accent: '#e6eef0' }, beanie),
  'folding-stool': stillLife({ wall: '#9fae9a', floor: '#7d8a6c', stage: 'hills', accent: '#f3ead0' }, stool),
};
