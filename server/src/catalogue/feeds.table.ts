// Turns the answer of a feed's address into a table, or says what was seen instead. Pure.
import type { CsvTable } from '../platform/csv.table.ts';
import { productTable } from './catalogue.csv.ts';
import { excerptOf, FeedFailure } from './feeds.failure.ts';
import { readXmlTable } from './feeds.xml.ts';

/** How files begin that are no text. */
const signatures: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a gzip file', [0x1f, 0x8b]],
  ['a ZIP or Excel file', [0x50, 0x4b, 0x03, 0x04]],
  ['a PDF file', [0x25, 0x50, 0x44, 0x46]],
  ['a picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a picture', [0xff, 0xd8, 0xff]],
];
const looked = 8_192;

function textOf(bytes: Buffer): string {
  const begins = (start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);
  if (begins([0xff, 0xfe]) || begins([0xfe, 0xff])) throw new FeedFailure('not_utf8', 'UTF-16');
  const known = signatures.find(([, start]) => begins(start));
  if (known) throw new FeedFailure('not_text', known[0]);
  if (bytes.subarray(0, looked).includes(0)) throw new FeedFailure('not_text', 'binary data');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FeedFailure('not_utf8', `“${excerptOf(bytes.subarray(0, looked).toString('latin1'))}”`);
  }
}

const webPage = /^\s*<(?:!doctype\s+html|html|head|body|script|meta|div)\b/i;

/** `contentType` is only trusted for what looks like markup: many servers send tables as another type. */
export async function feedTable(bytes: Buffer, contentType: string): Promise<CsvTable> {
  const text = textOf(bytes);
  const start = text.slice(0, looked).trimStart();
  if (start === '') throw new FeedFailure('empty', '');
  const isHtml = /^(?:text\/html|application\/xhtml)/i.test(contentType);
  if (webPage.test(start) || (isHtml && start.startsWith('<'))) throw new FeedFailure('web_page', excerptOf(start));
  if (start.startsWith('<')) return readXmlTable(text);
  if (/^[[{]/.test(start)) throw new FeedFailure('json', excerptOf(start));
  return productTable(text);
}
