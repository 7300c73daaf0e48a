// The products of the demo's brands. Prices are decimals in the brand's currency, as in a shop's CSV; pictures are
// those of ./pictures. A name is the last part of the product's URL and of its picture.
import type { Shelf } from '../shelves.ts';

export type DemoProduct = Omit<Shelf, 'url' | 'image'> & {
  /** The last part of its address. */
  name: string;
  image: string;
  /** The price before the discount. */
  compareAt?: string;
  /** The creator's note about it. */
  note?: string;
};

type Entry = Omit<DemoProduct, 'image'>;

function shelf(brand: string, entries: readonly Entry[]): DemoProduct[] {
  return entries.map((entry) => Object.assign(entry, { image: `/media/demo/${brand}-${entry.name}.webp` }));
}

export const glowLab = shelf('glow-lab', [
  {
    name: 'dew-serum',
    sku: 'GL-101',
    title: 'Dew Serum',
    category: 'Skincare',
    price: '48.00',
    description: 'A light serum with squalane and rose water that leaves skin fresh, not sticky.',
    note: 'Two drops on damp skin. The one thing I never travel without.',
  },
  {
    name: 'cloud-cream',
    sku: 'GL-102',
    title: 'Cloud Cream',
    category: 'Skincare',
    price: '39.00',
    description: 'A whipped day cream with oat and ceramides for skin that feels tight by noon.',
    note: 'My whole winter in one jar.',
  },
  {
    name: 'milk-cleanser',
    sku: 'GL-103',
    title: 'Milk Cleanser',
    category: 'Skincare',
    price: '24.00',
    description: 'A gentle cleansing milk that removes makeup, including mascara.',
  },
  {
    name: 'calm-toner',
    sku: 'GL-104',
    title: 'Calm Toner',
    category: 'Skincare',
    price: '28.00',
    compareAt: '34.00',
    description: 'A calming toner with cucumber and panthenol for sensitive skin.',
    note: 'Keep it in the fridge. Trust me.',
  },
  {
    name: 'skin-mist',
    sku: 'GL-105',
    title: 'Rosewood Mist',
    category: 'Fragrance',
    price: '62.00',
    description: 'A skin scent of rosewood, fig leaf and clean cotton, in a refillable bottle.',
    note: 'Everyone asks what I’m wearing.',
  },
  {
    name: 'velvet-lipstick',
    sku: 'GL-201',
    title: 'Velvet Lipstick in Signal Red',
    category: 'Lips',
    price: '29.00',
    description: 'A red that suits almost everyone: matte, light, and it lasts through lunch.',
    note: 'My favorite red, by far.',
  },
  {
    name: 'lip-balm',
    sku: 'GL-202',
    title: 'Tinted Lip Balm',
    category: 'Lips',
    price: '12.50',
    description: 'Shea, beeswax and a hint of color in a refillable tin.',
  },
  {
    name: 'bare-compact',
    sku: 'GL-301',
    title: 'Bare Compact',
    category: 'Face',
    price: '42.00',
    description: 'A pressed powder between blush and bronzer, with a mirror that’s big enough to use.',
    note: 'Cheeks and lids, done in a taxi.',
  },
  {
    name: 'red-lacquer',
    sku: 'GL-401',
    title: 'Nail Lacquer in Signal Red',
    category: 'Nails',
    price: '16.00',
    description: 'High shine in two coats, free of the seven most common irritants.',
    stock: false,
  },
  {
    name: 'powder-brush',
    sku: 'GL-501',
    title: 'Powder Brush',
    category: 'Tools',
    price: '34.00',
    description: 'A full, soft brush of vegan fiber with a weighted handle.',
    note: 'Unbelievably soft.',
  },
]);

export const northwindOutfitters = shelf('northwind-outfitters', [
  {
    name: 'field-jacket',
    sku: 'NW-1001',
    title: 'Field Jacket',
    category: 'Clothing',
    price: '229.00',
    description: 'Waxed cotton that keeps off the rain and looks better with age.',
    note: 'Three years in, and it looks better than ever.',
  },
  {
    name: 'wool-beanie',
    sku: 'NW-1002',
    title: 'Wool Beanie',
    category: 'Clothing',
    price: '36.00',
    description: 'Double-knit merino, made in one piece, with a pom-pom.',
    note: 'Warm ears, no itch.',
  },
  {
    name: 'ridge-boots',
    sku: 'NW-2001',
    title: 'Ridge Boots',
    category: 'Shoes',
    price: '189.00',
    description: 'Full-grain leather boots with a replaceable sole.',
    note: 'Broke them in on one hike and have done forty since.',
  },
  {
    name: 'basecamp-tent',
    sku: 'NW-3001',
    title: 'Basecamp Tent for Two',
    category: 'Camp',
    price: '420.00',
    compareAt: '495.00',
    description: 'Sets up in four minutes, packs in two, and keeps you dry in heavy rain.',
    note: 'Pitched it alone, in the wind, in the dark. Loved it right away.',
  },
  {
    name: 'storm-lantern',
    sku: 'NW-3002',
    title: 'Storm Lantern',
    category: 'Camp',
    price: '58.00',
    description: 'An oil lantern with a glass chimney and a warm, steady light.',
  },
  {
    name: 'camp-blanket',
    sku: 'NW-3003',
    title: 'Camp Blanket',
    category: 'Camp',
    price: '119.00',
    description: 'Heavy lambswool with leather straps, for the ground or the sofa.',
    note: 'Stays in my car from October on.',
  },
  {
    name: 'folding-stool',
    sku: 'NW-3004',
    title: 'Folding Stool',
    category: 'Camp',
    price: '74.00',
    description: 'Oak, canvas and one bolt. Folds to the size of an umbrella.',
  },
  {
    name: 'canvas-backpack',
    sku: 'NW-4001',
    title: 'Canvas Backpack',
    category: 'Bags',
    price: '148.00',
    description: 'Twenty-four litres of waxed canvas with bridle-leather straps.',
    note: 'Carry-on on weekdays, summit bag on Sundays.',
  },
  {
    name: 'enamel-mug',
    sku: 'NW-5001',
    title: 'Enamel Mug',
    category: 'Kitchen',
    price: '18.00',
    description: 'Enameled steel, speckled by hand.',
    note: 'Coffee tastes better out of this. I can’t prove it.',
  },
  {
    name: 'steel-flask',
    sku: 'NW-5002',
    title: 'Steel Flask',
    category: 'Kitchen',
    price: '44.00',
    description: 'An insulated steel bottle that keeps drinks hot all day.',
    stock: false,
  },
]);

export const maisonClair = shelf('maison-clair', [
  {
    name: 'vase-colline',
    sku: 'MC-VA-01',
    title: 'Vase Colline',
    category: 'Vases',
    price: '85.00',
    description: 'Hand-thrown stoneware with two bands of clay slip, each a little different.',
    note: 'One branch is enough.',
  },
  {
    name: 'lampe-lueur',
    sku: 'MC-LU-01',
    title: 'Lampe Lueur',
    category: 'Light',
    price: '240.00',
    compareAt: '290.00',
    description: 'A table lamp of glazed clay under a spun shade, with a dimmer in the cord.',
    note: 'I haven’t used the ceiling light since.',
  },
  {
    name: 'linge-lin',
    sku: 'MC-TX-01',
    title: 'Linge de maison en lin lavé, set of four',
    category: 'Textiles',
    price: '164.00',
    description: 'Washed French linen in sage, chalk, clay and straw.',
    note: 'It gets softer every week.',
  },
  {
    name: 'coussin-baie',
    sku: 'MC-TX-02',
    title: 'Coussin Baie',
    category: 'Textiles',
    price: '59.90',
    description: 'Heavy cotton with stripes woven, not printed.',
  },
  {
    name: 'bougie-figue',
    sku: 'MC-PA-01',
    title: 'Bougie Figue',
    category: 'Scent',
    price: '42.00',
    description: 'Fig leaf, cedar and a little smoke. Burns for fifty hours.',
    note: 'For the hour between work and dinner.',
  },
  {
    name: 'bol-nuit',
    sku: 'MC-TB-01',
    title: 'Bol Nuit',
    category: 'Table',
    price: '68.00',
    description: 'A wide bowl in a midnight blue glaze, for fruit or just on its own.',
  },
  {
    name: 'carafe-source',
    sku: 'MC-TB-02',
    title: 'Carafe Source',
    category: 'Table',
    price: '54.50',
    description: 'Mouth-blown glass that pours without a drip.',
    note: 'It really doesn’t drip.',
  },
  {
    name: 'theiere-sauge',
    sku: 'MC-TB-03',
    title: 'Théière Sauge',
    category: 'Table',
    price: '96.00',
    description: 'A teapot for four cups, in a sage green glaze.',
    stock: false,
  },
  {
    name: 'chaise-jonc',
    sku: 'MC-AS-01',
    title: 'Chaise Jonc',
    category: 'Furniture',
    price: '380.00',
    description: 'Oiled oak and a seat of woven rush, made to last for generations.',
    note: 'Bought one. Then three more.',
  },
  {
    name: 'tabouret-trois',
    sku: 'MC-AS-02',
    title: 'Tabouret Trois',
    category: 'Furniture',
    price: '145.00',
    description: 'A three-legged stool that never wobbles.',
  },
]);
