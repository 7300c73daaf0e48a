import type { publishTerms } from '@vitrine/contract/terms.ts';
import type { CallOf } from '@vitrine/contract/endpoint.ts';
import { type DemoProduct, glowLab, maisonClair, northwindOutfitters } from './art/catalogue.ts';
import { demoApiKey, type People } from './people.ts';
import type { ShelfItem } from './shelves.ts';

export type DemoRules = NonNullable<CallOf<typeof publishTerms>['body']>['rules'];

/** A demo brand with its creator. `reach` scales the number of visitors. */
export type DemoBrand = {
  slug: string;
  currency: string;
  staff: string;
  creator: string;
  merchant: keyof People['merchants'];
  user: keyof People['users'];
  account: keyof People['accounts'];
  apiKey: string;
  code: string;
  orderPrefix: string;
  reach: number;
  /** The title and description of the storefront. */
  texts: { title: string; bio: string };
  terms: DemoRules;
  /** The terms after the brand raises its rates halfway through the season. */
  raised: DemoRules;
  shelf: readonly DemoProduct[];
  items: readonly ShelfItem[];
  /** The collections of the storefront. */
  collections: readonly { title: string; skus: readonly string[] }[];
};

const itemsOf = (shelf: readonly DemoProduct[], count: number): ShelfItem[] =>
  shelf.slice(0, count).map(({ sku, note }) => ({ sku, ...(note ? { note } : {}) }));

export const demoBrands: readonly DemoBrand[] = [
  {
    slug: 'glow-lab',
    currency: 'USD',
    staff: 'brand@glow.test',
    creator: 'ava@creators.test',
    merchant: 'glow',
    user: 'ava',
    account: 'avaGlow',
    apiKey: demoApiKey,
    code: 'AVA10',
    orderPrefix: 'GL',
    reach: 0.45,
    texts: { title: 'My bathroom shelf', bio: 'The skincare and makeup I finish and buy again.' },
    terms: [
      { kind: 'percentage', rate: 1500 },
      { category: 'Tools', kind: 'percentage', rate: 2000 },
    ],
    raised: [
      { kind: 'percentage', rate: 1500 },
      { category: 'Tools', kind: 'percentage', rate: 2000 },
      { sku: 'GL-101', kind: 'percentage', rate: 1800 },
    ],
    shelf: glowLab,
    items: itemsOf(glowLab, 9),
    collections: [{ title: 'Two-minute face', skus: ['GL-202', 'GL-301', 'GL-401'] }],
  },
  {
    slug: 'maison-clair',
    currency: 'EUR',
    staff: 'brand@maison.test',
    creator: 'ava@creators.test',
    merchant: 'maison',
    user: 'ava',
    account: 'avaMaison',
    apiKey: 'vtk_demo_maison_clair',
    code: 'AVA-CLAIR',
    orderPrefix: 'MC',
    reach: 0.14,
    texts: { title: 'Home, slowly', bio: 'Pieces for a calm home that get better with age.' },
    terms: [{ kind: 'percentage', rate: 1000 }],
    raised: [{ kind: 'percentage', rate: 1200 }],
    shelf: maisonClair,
    items: itemsOf(maisonClair, 7),
    collections: [],
  },
  {
    slug: 'northwind-outfitters',
    currency: 'USD',
    staff: 'brand@northwind.test',
    creator: 'noor@creators.test',
    merchant: 'northwind',
    user: 'noor',
    account: 'noorNorthwind',
    apiKey: 'vtk_demo_northwind',
    code: 'NOOR15',
    orderPrefix: 'NW',
    reach: 0.25,
    texts: { title: 'Out there', bio: 'Gear I’ve tested in the rain, on the trail and overnight.' },
    terms: [{ kind: 'percentage', rate: 800 }],
    raised: [{ kind: 'percentage', rate: 900 }],
    shelf: northwindOutfitters,
    items: itemsOf(northwindOutfitters, 8),
    collections: [],
  },
];
