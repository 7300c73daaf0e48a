import type { Placement } from '@vitrine/contract/storefront.ts';
import type { Client } from './client.ts';
import type { People } from './people.ts';
import { agreeTerms, curate, type Shelf, stockShelf } from './shelves.ts';

/** The placements of the test world by `<creator>.<sku>`. */
export type Stock = {
  placements: Record<'ava.serum' | 'ava.balm' | 'ava.vase' | 'noor.boots' | 'noor.tent', Placement>;
};

const glow: Shelf[] = [
  {
    sku: 'serum',
    title: 'Dew Serum',
    category: 'Skincare',
    price: '48.00',
    url: 'https://shop.glowlab.example/products/dew-serum',
  },
  {
    sku: 'balm',
    title: 'Lip Balm',
    category: 'Lips',
    price: '12.50',
    url: 'https://shop.glowlab.example/products/lip-balm',
  },
  {
    sku: 'brush',
    title: 'Powder Brush',
    category: 'Tools',
    price: '30.00',
    url: 'https://shop.glowlab.example/products/brush',
    stock: false,
  },
];
const northwind: Shelf[] = [
  {
    sku: 'boots',
    title: 'Ridge Boots',
    category: 'Shoes',
    price: '189.00',
    url: 'https://northwind.example/products/ridge-boots',
  },
  {
    sku: 'tent',
    title: 'Two-Person Tent',
    category: 'Camp',
    price: '420.00',
    url: 'https://northwind.example/products/tent',
  },
];
const maison: Shelf[] = [
  {
    sku: 'vase',
    title: 'Vase Colline',
    category: 'Vases',
    price: '85.00',
    url: 'https://maisonclair.example/products/vase-colline',
  },
];

/** Terms of the three brands: 15% with 20% on tools and 2.00 flat on the balm; 8%; 10%. */
async function stockBrands(signIn: (email: string) => Promise<Client>): Promise<void> {
  const glowStaff = await signIn('brand@glow.test');
  await agreeTerms(glowStaff, 'glow-lab', {
    rules: [
      { kind: 'percentage', rate: 1500 },
      { category: 'Tools', kind: 'percentage', rate: 2000 },
      { sku: 'balm', kind: 'flat', amount: { amount: '200', currency: 'USD' } },
    ],
  });
  await stockShelf(glowStaff, 'glow-lab', 'USD', glow);
  const northwindStaff = await signIn('brand@northwind.test');
  await agreeTerms(northwindStaff, 'northwind-outfitters', { rules: [{ kind: 'percentage', rate: 800 }] });
  await stockShelf(northwindStaff, 'northwind-outfitters', 'USD', northwind);
  const maisonStaff = await signIn('brand@maison.test');
  await agreeTerms(maisonStaff, 'maison-clair', { rules: [{ kind: 'percentage', rate: 1000 }] });
  await stockShelf(maisonStaff, 'maison-clair', 'EUR', maison);
}

export async function stockWorld(world: { signIn(email: string): Promise<Client>; people: People }): Promise<Stock> {
  await stockBrands((email) => world.signIn(email));
  const ava = await world.signIn('ava@creators.test');
  const noor = await world.signIn('noor@creators.test');
  const { avaGlow, avaMaison, noorNorthwind } = world.people.accounts;
  const [serum, balm] = await curate(ava, avaGlow, [
    { sku: 'serum', note: 'Two drops, every morning.' },
    { sku: 'balm' },
  ]);
  const [vase] = await curate(ava, avaMaison, [{ sku: 'vase' }]);
  const [boots, tent] = await curate(noor, noorNorthwind, [{ sku: 'boots' }, { sku: 'tent' }]);
  if (!serum || !balm || !vase || !boots || !tent) throw new Error('the shelves are not full');
  return {
    placements: { 'ava.serum': serum, 'ava.balm': balm, 'ava.vase': vase, 'noor.boots': boots, 'noor.tent': tent },
  };
}
