import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { CsvTable } from '../platform/csv.table.ts';
import { readProductTable } from './catalogue.csv.ts';
import { FeedFailure } from './feeds.failure.ts';
import { feedTable } from './feeds.table.ts';

const csv = 'sku,title,url,price\nA-1,Dew,https://shop.example/a,12.00\n';

async function failure(body: string | Buffer, type = 'text/csv'): Promise<{ fault: string; seen: string }> {
  const error: unknown = await feedTable(Buffer.from(body), type).catch((thrown: unknown) => thrown);
  if (!(error instanceof FeedFailure)) throw new Error('it was read');
  return { fault: error.fault, seen: error.seen };
}

async function rowsOf(table: CsvTable): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  await table.each(({ cells }) => {
    rows.push(Object.fromEntries(table.headings.map((heading, at) => [heading, cells[at] ?? ''])));
  });
  return rows;
}

const read = async (body: string, type = 'application/xml') => rowsOf(await feedTable(Buffer.from(body), type));

describe('what is not a table', () => {
  it.each([
    ['<!DOCTYPE html><html><title>Log in</title>', 'text/csv', 'web_page'],
    ['  <html lang="en">', 'application/octet-stream', 'web_page'],
    ['<section>Nothing here</section>', 'text/html; charset=utf-8', 'web_page'],
    ['{"products": []}', 'application/json', 'json'],
    [' \n\r\n', 'text/csv', 'empty'],
    ['', 'text/csv', 'empty'],
    [Buffer.from([0x1f, 0x8b, 8, 0]), 'text/csv', 'not_text'],
    [Buffer.from([0x50, 0x4b, 3, 4]), 'text/csv', 'not_text'],
    [Buffer.from('sku\u0000title'), 'text/csv', 'not_text'],
    [Buffer.from('sku,title\n1,Crème\n', 'latin1'), 'text/csv', 'not_utf8'],
    [Buffer.from(`\uFEFF${csv}`, 'utf16le'), 'text/csv', 'not_utf8'],
  ])('%j as %s is refused as %s', async (body, type, fault) => {
    expect(await failure(body, type)).toMatchObject({ fault });
  });

  it('says what was seen, on one line and cut', async () => {
    const { seen } = await failure(`<!doctype html>\n<title>${'x'.repeat(500)}`);
    expect(seen).toMatch(/^<!doctype html> <title>x+…$/);
    expect(seen.length).toBeLessThan(130);
  });
});

describe('CSV and TSV', () => {
  it.each([
    ['with a byte order mark', `\uFEFF${csv}`],
    ['with tabs', csv.replaceAll(',', '\t')],
    ['that a server calls HTML', csv],
  ])('are read %s', async (_how, body) => {
    const { rows, missing } = await readProductTable(await feedTable(Buffer.from(body), 'text/html'));
    expect(missing).toEqual([]);
    expect(rows).toMatchObject([{ line: 2, values: { sku: 'A-1', title: 'Dew', price: '12.00' } }]);
  });
});

describe('XML', () => {
  const rss = (items: string) =>
    `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><link>https://shop.example</link>${items}</channel></rss>`;
  const item =
    '<g:id>A-1</g:id><title>Dew &amp; Glow</title><link>https://shop.example/a</link><g:price>12.00 USD</g:price><g:image_link>https://cdn.example/a.webp</g:image_link>';

  it('is read as a Google feed, without the elements in elements', async () => {
    const shipping = '<g:shipping><g:country>US</g:country><g:price>4.90 USD</g:price></g:shipping>';
    const body = rss(
      `<item>${shipping}${item}</item><item><g:id>A-2</g:id><title><![CDATA[<b>Mist</b>]]></title></item>`,
    );
    const table = await feedTable(Buffer.from(body), 'text/plain');
    expect(await rowsOf(table)).toMatchObject([
      { id: 'A-1', title: 'Dew & Glow', price: '12.00 USD', link: 'https://shop.example/a' },
      { id: 'A-2', title: '<b>Mist</b>', price: '' },
    ]);
    const { layout, rows } = await readProductTable(table);
    expect(layout).toBe('google');
    expect(rows[0]).toMatchObject({ line: 1, values: { sku: 'A-1', image: 'https://cdn.example/a.webp' } });
  });

  it('is read as Atom, whose address is an attribute', async () => {
    const entry = '<entry><g:id>A-1</g:id><title>Dew</title><link href="https://shop.example/a"/></entry>';
    expect(await read(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`)).toEqual([
      { id: 'A-1', title: 'Dew', link: 'https://shop.example/a' },
    ]);
  });

  it('keeps the first of several elements with the same name', async () => {
    const twice = '<g:id>A-1</g:id><g:product_type>Care</g:product_type><g:product_type>Sale</g:product_type>';
    expect(await read(rss(`<item>${twice}</item>`))).toEqual([{ id: 'A-1', product_type: 'Care' }]);
  });

  it.each([
    ['a document type', `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaa">]>${rss('<item>&a;</item>')}`],
    ['no end', rss(`<item>${item}</item>`).slice(0, -20)],
    ['no items', rss('')],
    ['another root', '<?xml version="1.0"?><error><code>AccessDenied</code></error>'],
  ])('is refused with %s', async (_what, body) => {
    expect(await failure(body, 'application/xml')).toMatchObject({ fault: 'xml' });
  });

  it('that was cut anywhere is never read as a shorter feed', async () => {
    const body = rss(`<item>${item}</item><item>${item.replace('A-1', 'A-2')}</item>`);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 30, max: body.length - 1 }), async (length) => {
        expect(await failure(body.slice(0, length), 'application/xml')).toMatchObject({ fault: 'xml' });
      }),
      { numRuns: 200 },
    );
  });

  it('keeps every text as it was written', async () => {
    const text = fc.stringMatching(/^[\p{L}\p{N}<>&"' ]{1,40}$/u).filter((value) => value.trim() !== '');
    const escape = (value: string) =>
      value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
    await fc.assert(
      fc.asyncProperty(text, async (title) => {
        const [row] = await read(rss(`<item><g:id>1</g:id><title>${escape(title)}</title></item>`));
        expect(row?.['title']).toBe(title.trim());
      }),
      { numRuns: 200 },
    );
  });
});

describe('XML that is nested too deep', () => {
  test.each([
    ['at its beginning', '<a>'.repeat(200_000)],
    ['in an item', `<rss><channel><item>${'<a>'.repeat(200_000)}`],
  ])('%s is refused with the depth that was reached', async (_where, body) => {
    expect(await failure(body, 'application/xml')).toEqual({ fault: 'too_deep', seen: '33' });
  });

  test('begins below what feeds need', async () => {
    const nested = `${'<a>'.repeat(29)}${'</a>'.repeat(29)}`;
    const body = `<rss><channel><item><id>A-1</id>${nested}</item></channel></rss>`;
    expect(await read(body)).toMatchObject([{ id: 'A-1' }]);
  });
});
