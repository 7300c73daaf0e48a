import { describe, expect, it } from 'vitest';
import { readCsv } from './catalogue.csv.ts';
import { readShopify } from './catalogue.files.ts';
import { readRows } from './catalogue.rows.ts';

const shop = 'https://shop.glowlab.example';
const rule = { currency: 'USD', hosts: ['shop.glowlab.example'], production: true, ownHost: 'portal.example' };
const header = 'sku,title,url,price\n';

/** A list that counts reads of its entries. */
function counted<T>(entries: T[]) {
  const list = { reads: 0, entries };
  list.entries = new Proxy(entries, {
    get(target, property, receiver) {
      if (typeof property === 'string' && /^\d+$/.test(property)) list.reads += 1;
      return Reflect.get(target, property, receiver);
    },
  });
  return list;
}

/** How often other work got a turn during this work. */
async function turnsDuring(work: () => unknown): Promise<number> {
  let turns = 0;
  let isOver = false;
  const take = () => {
    if (isOver) return;
    turns += 1;
    setImmediate(take);
  };
  const done = Promise.resolve(work()).finally(() => (isOver = true));
  setImmediate(take);
  await done;
  return turns;
}

const refusalOf = (read: () => unknown) =>
  Promise.resolve()
    .then(read)
    .catch((error: unknown) => error);

const variantsOf = (many: number) =>
  Array.from({ length: many }, (_, at) => ({ id: at, title: `v${at}`, sku: `s${at}`, price: '1.00', image_id: at }));

describe('a Shopify file', () => {
  it('is read in a number of steps that grows linearly with its size', async () => {
    const many = 1000;
    const variants = counted(variantsOf(many));
    const images = counted(variantsOf(many).map(({ id }) => ({ id, src: `https://cdn.example/${id}.webp` })));
    const product = { title: 'Dew', handle: 'dew', variants: variants.entries, images: images.entries };
    const rows = await readShopify([product], shop);
    expect(rows.at(-1)?.values).toMatchObject({
      url: `${shop}/products/dew?variant=999`,
      image: 'https://cdn.example/999.webp',
    });
    expect(variants.reads).toBeLessThanOrEqual(4 * many);
    expect(images.reads).toBeLessThanOrEqual(4 * many);
  });

  it('is refused for too many variants before any of them is read', async () => {
    const variants = counted(variantsOf(25_001));
    const refusal = await refusalOf(() => readShopify([{ title: 'Dew', variants: variants.entries }], shop));
    expect(refusal).toMatchObject({
      errors: {
        products: ['must have at most 25000 variants in total, not 25001; split them into several imports'],
      },
    });
    expect(variants.reads).toBe(0);
  });

  it('has the product with too many images named, and none of them read', async () => {
    const images = counted(Array.from({ length: 1001 }, (_, id) => ({ id })));
    const [row] = await readShopify([{ title: 'Dew', variants: variantsOf(2), images: images.entries }], shop);
    expect(row).toMatchObject({ line: 1, fault: 'has 1001 images; at most 1000 are allowed' });
    expect(images.reads).toBe(0);
  });

  it("has a text that all variants share copied only up to the field's limit", async () => {
    const long = 'x'.repeat(1_000_000);
    const product = { title: long, handle: long, product_type: long, body_html: long, images: [{ src: long }] };
    const rows = await readShopify([{ ...product, variants: variantsOf(50) }], shop);
    const lengths = rows.flatMap(({ values }) => Object.values(values).map((value) => value.length));
    expect(Math.max(...lengths)).toBeLessThanOrEqual(20_000);
    expect((await readRows(rows, rule)).bad).toHaveLength(50);
  });
});

describe('a CSV file', () => {
  it('is refused for too many columns', async () => {
    const refusal = await refusalOf(() => readCsv(`sku,title,url,price${','.repeat(300_000)}\n`));
    expect(refusal).toMatchObject({ errors: { csv: ['must have at most 200 columns; the first row has 300004'] } });
  });

  it('is refused for too many rows', async () => {
    const refusal = await refusalOf(() => readCsv(`${header}${'a,b,c,1\n'.repeat(25_001)}`));
    expect(refusal).toMatchObject({
      errors: { csv: ['must have at most 25000 rows; put the rest in another import'] },
    });
  });

  it.each([
    ['a "" b\n', { title: 'a "" b' }],
    ['" a ""b"" "  \n', { title: ' a "b" ' }],
    ['"a,\r\nb"\r', { title: 'a,\nb' }],
    ['"",x\n', { title: '', sku: 'x' }],
    ['"a"', { title: 'a' }],
  ])('is read with these quotes: %j', async (cell, values) => {
    expect((await readCsv(`title,sku,url,price\n${cell}`)).rows).toMatchObject([{ line: 2, values }]);
  });

  it.each([
    ['"a"b",1\nc,2', 'has text after a closing quotation mark', 2],
    ['"a\nc,2', 'has an opening quotation mark without a closing one', 1],
  ])('with wrong quotes has the row reported: %j', async (text, fault, many) => {
    const { rows } = await readCsv(`sku,title,url,price\n${text}`);
    expect(rows).toHaveLength(many);
    expect(rows[0]).toMatchObject({ line: 2, fault });
    expect(rows[1]?.fault).toBeUndefined();
  });
});

describe('a large import', () => {
  it('does not block other work while it is read and checked', async () => {
    const csv = `${header}${Array.from({ length: 5000 }, (_, at) => `s${at},Dew,${shop}/p/${at},1.00\n`).join('')}`;
    expect(await turnsDuring(() => readCsv(csv))).toBeGreaterThanOrEqual(40);
    expect(await turnsDuring(() => readCsv(`${header}${'\n'.repeat(100_000)}`))).toBeGreaterThanOrEqual(40);
    const { rows } = await readCsv(csv);
    expect(await turnsDuring(() => readRows(rows, rule))).toBeGreaterThanOrEqual(40);
    const products = [{ title: 'Dew', handle: 'dew', variants: variantsOf(5000) }];
    expect(await turnsDuring(() => readShopify(products, shop))).toBeGreaterThanOrEqual(40);
  });
});
