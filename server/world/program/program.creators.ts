// The creators of Glow Lab's program beside Ava. All of them are invented.

export const programGroups = ['Ambassadors', 'Athletes', 'Newcomers'] as const;
export type GroupName = (typeof programGroups)[number];

/** How the number of visits changes over the season. */
export type Trend = 'steady' | 'rising' | 'fading' | 'spike';

export type ProgramCreator = {
  /** Also the beginning of the email address. */
  handle: string;
  name: string;
  group: GroupName | null;
  /** The number of the day of the season on which they register; 0 is before the first one. */
  joins: number;
  /** Visits on a usual day; 0: nobody has come by yet. */
  visits: number;
  trend: Trend;
  skus: readonly string[];
  storefront?: { title: string; bio: string };
  code?: string;
  portrait?: string;
};

const stars: readonly ProgramCreator[] = [
  {
    handle: 'lucia_mendes',
    name: 'Lúcia Mendes',
    group: 'Ambassadors',
    joins: 0,
    visits: 20,
    trend: 'rising',
    skus: ['GL-101', 'GL-102', 'GL-201', 'GL-301', 'GL-104', 'GL-501', 'GL-105'],
    storefront: { title: 'Pele boa, dia bom', bio: 'Skin first, then a red lip. Tested on night shifts in Lisbon.' },
    code: 'LUCIA10',
    portrait: 'lucia',
  },
  {
    handle: 'hayoon',
    name: '김하윤',
    group: 'Ambassadors',
    joins: 0,
    visits: 15,
    trend: 'steady',
    skus: ['GL-101', 'GL-104', 'GL-103', 'GL-102', 'GL-105', 'GL-202'],
    storefront: { title: '하윤의 세안 루틴', bio: 'Five steps, no shortcuts. I read every label out loud.' },
    code: 'HAYOON10',
    portrait: 'hayoon',
  },
  {
    handle: 'priyaglows',
    name: 'Priya Raghunathan',
    group: 'Ambassadors',
    joins: 0,
    visits: 10,
    trend: 'spike',
    skus: ['GL-201', 'GL-301', 'GL-501', 'GL-101', 'GL-202'],
    storefront: { title: 'Color that shows', bio: 'Makeup for deep skin, in daylight, without a filter.' },
    code: 'PRIYA10',
    portrait: 'priya',
  },
];

const regulars: readonly ProgramCreator[] = [
  {
    handle: 'zoe_vdb',
    name: 'Zoë van der Berg',
    group: 'Ambassadors',
    joins: 0,
    visits: 6,
    trend: 'steady',
    skus: ['GL-102', 'GL-101', 'GL-202', 'GL-104'],
    storefront: { title: 'Zee, zout, crème', bio: 'Wind-proof skincare from the coast.' },
    code: 'ZOE10',
    portrait: 'zoe',
  },
  {
    handle: 'thiago_runs',
    name: 'Thiago Albuquerque',
    group: 'Athletes',
    joins: 0,
    visits: 5.5,
    trend: 'steady',
    skus: ['GL-103', 'GL-102', 'GL-202', 'GL-105'],
    storefront: { title: 'After the run', bio: 'Sweat, sun, repeat. What I wash it off with.' },
    code: 'THIAGO10',
    portrait: 'thiago',
  },
  {
    handle: 'misaki',
    name: '佐藤 美咲',
    group: 'Ambassadors',
    joins: 0,
    visits: 5.5,
    trend: 'rising',
    skus: ['GL-101', 'GL-104', 'GL-105', 'GL-301', 'GL-501'],
    storefront: { title: '朝の三分', bio: 'Three minutes in the morning, three at night.' },
    portrait: 'misaki',
  },
  {
    handle: 'amara_o',
    name: 'Amara Okonkwo',
    group: null,
    joins: 0,
    visits: 4.5,
    trend: 'rising',
    skus: ['GL-201', 'GL-202', 'GL-301', 'GL-102'],
    storefront: { title: 'Bold and soft', bio: 'Lips loud, skin quiet.' },
    code: 'AMARA10',
    portrait: 'amara',
  },
  {
    handle: 'elena_petrova',
    name: 'Елена Петрова',
    group: null,
    joins: 2,
    visits: 4,
    trend: 'fading',
    skus: ['GL-102', 'GL-103', 'GL-104'],
    storefront: { title: 'Зима близко', bio: 'Rich creams for dry, cold air.' },
  },
  {
    handle: 'marguerite_antoinette',
    name: 'Marguerite-Antoinette de La Rochefoucauld-Montmorency',
    group: 'Ambassadors',
    joins: 1,
    visits: 4,
    trend: 'steady',
    skus: ['GL-105', 'GL-101', 'GL-201', 'GL-301', 'GL-501'],
    storefront: {
      title: 'Un très petit nombre de choses, mais les bonnes',
      bio: 'A very small number of things that are very good, and the long stories behind each of them.',
    },
    portrait: 'marguerite',
  },
  {
    handle: 'jonas_weiss',
    name: 'Jonas Weiß',
    group: 'Athletes',
    joins: 0,
    visits: 3.5,
    trend: 'steady',
    skus: ['GL-103', 'GL-102', 'GL-104'],
    storefront: { title: 'Haut für Bergmenschen', bio: 'Altitude is hard on a face. This helps.' },
    portrait: 'jonas',
  },
  {
    handle: 'salma_elamrani',
    name: 'سلمى العمراني',
    group: null,
    joins: 3,
    visits: 3.5,
    trend: 'rising',
    skus: ['GL-105', 'GL-101', 'GL-202', 'GL-201'],
    storefront: { title: 'ورد وزيت', bio: 'Rose water is not a trend where I come from.' },
    code: 'SALMA10',
    portrait: 'salma',
  },
];

type Short = readonly [
  handle: string,
  name: string,
  group: GroupName | null,
  joins: number,
  visits: number,
  trend: Trend,
  skus: readonly string[],
  portrait?: string,
];

const small: readonly Short[] = [
  ['grace_osullivan', 'Grace O’Sullivan', null, 0, 1.69, 'steady', ['GL-102', 'GL-101', 'GL-202'], 'grace'],
  ['mateo_fi', 'Mateo Fernández Iglesias', 'Athletes', 0, 1.56, 'steady', ['GL-103', 'GL-102']],
  ['ngocanh', 'Trần Ngọc Anh', null, 4, 1.43, 'rising', ['GL-101', 'GL-104', 'GL-105'], 'ngocanh'],
  ['bjorn_akesson', 'Björn Åkesson', 'Athletes', 0, 1.3, 'fading', ['GL-102', 'GL-202']],
  ['chiara_lombardi', 'Chiara Lombardi', null, 5, 1.3, 'spike', ['GL-201', 'GL-301', 'GL-401']],
  ['devon_clarke', 'Devon Clarke', null, 0, 1.17, 'steady', ['GL-103', 'GL-105']],
  ['ifeoma_nwosu', 'Ifeoma Nwosu', null, 7, 1.1, 'rising', ['GL-201', 'GL-202', 'GL-102']],
  ['kateryna_sh', 'Катерина Шевченко', null, 9, 1.04, 'steady', ['GL-101', 'GL-103', 'GL-501']],
  ['leilani_kahale', 'Leilani Kahale', 'Athletes', 0, 0.98, 'steady', ['GL-202', 'GL-102', 'GL-105'], 'leilani'],
  ['miriam_goldberg', 'מרים גולדברג', null, 12, 0.91, 'steady', ['GL-104', 'GL-101']],
  ['seun_adebayo', 'Oluwaseun Adebayo', null, 14, 0.85, 'rising', ['GL-103', 'GL-102']],
  ['pichaya', 'พิชญา วงศ์สวัสดิ์', null, 16, 0.78, 'steady', ['GL-105', 'GL-104', 'GL-201']],
  ['rafael_quispe', 'Rafael Quispe', 'Athletes', 18, 0.72, 'steady', ['GL-102', 'GL-103']],
  ['siyuan', '陈思远', null, 20, 0.65, 'rising', ['GL-101', 'GL-301', 'GL-501']],
  ['sofia_castillo', 'Sofía Castillo', null, 0, 0.39, 'fading', ['GL-202']],
  ['tomasz_w', 'Tomasz Wiśniewski', null, 11, 0.33, 'steady', ['GL-103', 'GL-102']],
  ['una_nibhriain', 'Úna Ní Bhriain', null, 22, 0.33, 'steady', ['GL-102']],
  ['viktor_horvath', 'Viktor Horváth', 'Newcomers', 26, 0.26, 'steady', ['GL-105']],
  ['wanjiru_kamau', 'Wanjirũ Kamau', 'Newcomers', 29, 0.33, 'rising', ['GL-101', 'GL-201']],
  ['xiomara_delgado', 'Xiomara Delgado', 'Newcomers', 33, 0.26, 'steady', ['GL-201', 'GL-202']],
  ['yusuf_demir', 'Yusuf Demir', 'Newcomers', 38, 0.26, 'steady', ['GL-103']],
  ['zainab_q', 'Zainab Qureshi', 'Newcomers', 41, 0.39, 'rising', ['GL-301', 'GL-101']],
  ['aroha_ngata', 'Aroha Ngata', 'Newcomers', 45, 0.33, 'steady', ['GL-102', 'GL-105']],
  ['ben_ito', 'Ben Ito', 'Newcomers', 48, 0, 'steady', ['GL-103']],
  ['camille_roux', 'Camille Roux', 'Newcomers', 50, 0, 'steady', ['GL-105', 'GL-201']],
  ['dagny_h', 'Dagny Halvorsen', 'Newcomers', 53, 0, 'steady', []],
  ['emeka_eze', 'Emeka Eze', 'Newcomers', 55, 0, 'steady', []],
  ['alexandra_pk', 'Αλεξάνδρα Παπαδοπούλου-Κωνσταντινίδου', 'Newcomers', 57, 0, 'steady', ['GL-101']],
  ['hugo_pereira', 'Hugo Pereira', 'Newcomers', 58, 0, 'steady', []],
];

export const programCreators: readonly ProgramCreator[] = [
  ...stars,
  ...regulars,
  ...small.map(([handle, name, group, joins, visits, trend, skus, portrait]) =>
    Object.assign({ handle, name, group, joins, visits, trend, skus }, portrait === undefined ? {} : { portrait }),
  ),
];
