// Reads a Google merchant feed as RSS or Atom into a table: an item is a row, and its elements are the columns. Elements
// in elements, such as prices of shipping, are left out. Documents with a type are refused, so no entity can be declared.
import { Parser } from 'htmlparser2';
import type { CsvRow, CsvTable } from '../platform/csv.table.ts';
import { inSlices } from '../platform/slices.ts';
import { mostRows } from './catalogue.csv.ts';
import { FeedFailure } from './feeds.failure.ts';
import { mostMarkupLetters } from './markup.ts';

/** Where a document type would be. */
const prolog = 65_536;
const mostColumns = 200;
/** A feed needs 5. The parser looks through all open elements at each end. */
const deepest = 32;

type Item = Map<string, string>;

/** The elements of each item, as the document is read. */
class FeedReader {
  readonly items: Item[] = [];
  readonly names = new Set<string>();
  /** The end of the document's own element was there. */
  isComplete = false;
  #depth = 0;
  #itemDepth = 0;
  #item: Item | undefined;
  #field = '';
  #text = '';

  open(name: string, href: string | undefined): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw new FeedFailure('too_deep', String(this.#depth));
    if (!this.#item) {
      if (!['item', 'entry'].includes(name)) return;
      if (this.items.length === mostRows) throw new FeedFailure('too_large', `${mostRows} products`);
      this.#item = new Map();
      this.#itemDepth = this.#depth;
      return;
    }
    if (this.#depth !== this.#itemDepth + 1) return;
    // Google's names come with a prefix, which a document can choose.
    this.#field = name.replace(/^[^:]*:/, '');
    // Atom's address is an attribute.
    this.#text = this.#field === 'link' ? (href ?? '') : '';
  }

  add(text: string): void {
    if (!this.#item || this.#depth !== this.#itemDepth + 1 || this.#text.length > mostMarkupLetters) return;
    this.#text += text;
  }

  close(isImplied: boolean): void {
    if (this.#item && this.#depth === this.#itemDepth + 1) this.#keepField(this.#item);
    if (this.#item && this.#depth === this.#itemDepth) {
      this.items.push(this.#item);
      this.#item = undefined;
    }
    this.#depth -= 1;
    if (this.#depth === 0 && !isImplied) this.isComplete = true;
  }

  /** The first of several is the main one: later ones are further pictures and categories. */
  #keepField(item: Item): void {
    if (this.#field === '' || item.has(this.#field)) return;
    if (this.names.size < mostColumns) this.names.add(this.#field);
    if (!this.names.has(this.#field)) return;
    item.set(this.#field, this.#text.trim());
  }
}

export function readXmlTable(text: string): CsvTable {
  if (/<!DOCTYPE/i.test(text.slice(0, prolog)))
    throw new FeedFailure('xml', 'it has a document type, which feeds don’t need');
  const reader = new FeedReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes['href']),
      ontext: (part) => reader.add(part),
      onclosetag: (_name, isImplied) => reader.close(isImplied),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  parser.end();
  if (!reader.isComplete) throw new FeedFailure('xml', 'it ends before its last element is closed');
  if (reader.items.length === 0) throw new FeedFailure('xml', 'it has no items or entries');
  const headings = [...reader.names];
  return {
    headings,
    width: headings.length,
    each: (take) =>
      inSlices(reader.items.entries(), ([index, item]) => {
        take({ line: index + 1, cells: headings.map((name) => item.get(name) ?? '') } satisfies CsvRow);
      }),
  };
}
