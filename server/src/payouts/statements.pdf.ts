import type { Statement } from '@vitrine/contract/payouts.ts';
import PDFDocument from 'pdfkit';
import { moneyText } from './money.text.ts';
import { monthName } from './months.ts';
import { reasonText } from './statements.words.ts';

// The faces are the fourteen that every reader has, so nothing is embedded and every letter can be copied out. They
// hold Western European letters; others are written without their marks, or as a question mark.

const [ink, soft, hair, accent] = ['#1f1a14', '#635849', '#d8cfbf', '#1c5940'];
const [serif, sans, bold, mono] = ['Times-Roman', 'Helvetica', 'Helvetica-Bold', 'Courier'];
const page = { left: 56, right: 539, top: 56, bottom: 770 };
const columns = { date: page.left, reason: 106, order: 320, amount: 396, balance: 470 };
const rowHeight = 19;
/** What tells how to check a statement, and the entries that go to a new page with it, so that it is not alone there. */
const [chainHeight, lastTogether] = [74, 3];

type Doc = InstanceType<typeof PDFDocument>;

/** Letters whose stroke is no mark that could be left out. */
const stroked: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ŧ: 'T',
  ŧ: 't',
};

function latin(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g, (letter) => {
    const plain = stroked[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
    return /^[\u0020-\u007e]+$/.test(plain) ? plain : '?';
  });
}

function money({ amount, currency }: { amount: string; currency: string }): string {
  return latin(moneyText(BigInt(amount), currency));
}

/** One line that ends in an ellipsis where there is no room for it. */
function fitted(doc: Doc, text: string, width: number): string {
  const whole = latin(text);
  if (doc.widthOfString(whole) <= width) return whole;
  let end = whole.length;
  while (end > 1 && doc.widthOfString(`${whole.slice(0, end)}…`) > width) end -= 1;
  return `${whole.slice(0, end).trimEnd()}…`;
}

/** What moved, shortened where it must be; why it moved stays whole. */
function fittedReason(doc: Doc, entry: Statement['entries'][number], width: number): string {
  const whole = reasonText(entry);
  const why = entry.title && whole.startsWith(entry.title) ? whole.slice(entry.title.length) : '';
  return why
    ? fitted(doc, entry.title ?? '', width - doc.widthOfString(latin(why))) + latin(why)
    : fitted(doc, whole, width);
}

/** The end of an order's number tells more than its middle. */
function fittedNumber(doc: Doc, number: string, width: number): string {
  const whole = latin(number);
  if (doc.widthOfString(whole) <= width) return whole;
  const end = whole.slice(-5);
  return fitted(doc, whole.slice(0, -5), width - doc.widthOfString(end)) + end;
}

function dayText(at: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(at));
}

function momentText(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at);
}

function line(doc: Doc, y: number, color = hair): void {
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.6).stroke(color);
}

function atRight(doc: Doc, text: string, right: number, y: number): void {
  doc.text(text, right - 120, y, { width: 120, align: 'right', lineBreak: false });
}

function partiesOf(statement: Statement): string {
  return `${statement.creator_display_name} with ${statement.merchant_display_name}`;
}

/** A page that was torn off still says whose it is. */
function drawRunningHead(doc: Doc, statement: Statement): number {
  doc.font(sans).fontSize(8.5).fillColor(soft);
  const month = monthName(statement.month);
  atRight(doc, month, page.right, page.top - 20);
  const width = page.right - page.left - doc.widthOfString(month) - 24;
  doc.text(fitted(doc, partiesOf(statement), width), page.left, page.top - 20, { lineBreak: false });
  return page.top + 8;
}

function drawHead(doc: Doc, statement: Statement): number {
  doc.font(serif).fontSize(13).fillColor(accent).text('Vitrine', page.left, page.top);
  doc.font(serif).fontSize(34).fillColor(ink).text(monthName(statement.month), page.left, 92);
  doc
    .font(sans)
    .fontSize(11)
    .fillColor(ink)
    .text(latin(partiesOf(statement)), page.left, 134, { width: 483 });
  doc.moveDown(0.25).fontSize(10).fillColor(soft);
  const standing = statement.closed
    ? 'Closed: this statement does not change any more.'
    : 'The month is still open: entries may follow.';
  doc.text(`Statement of what could be cashed out, in ${statement.currency}. ${standing}`, { width: 483 });
  return doc.y + 22;
}

function drawSums(doc: Doc, statement: Statement, y: number): number {
  const change = BigInt(statement.closing.amount) - BigInt(statement.opening.amount);
  const sums = [
    ['Opening', money(statement.opening)],
    ['Change', money({ amount: change.toString(), currency: statement.currency })],
    ['Closing', money(statement.closing)],
  ] as const;
  for (const [index, [name, value]] of sums.entries()) {
    const x = page.left + index * 165;
    doc.font(sans).fontSize(9.5).fillColor(soft).text(name, x, y, { lineBreak: false });
    doc.font(serif).fontSize(22).fillColor(ink);
    const scale = Math.min(1, 153 / doc.widthOfString(value));
    doc.fontSize(22 * scale).text(value, x, y + 14 + 20 * (1 - scale), { lineBreak: false });
  }
  const { pending, processing, paid } = statement.beside;
  const beside = `Beside it at the end of the month: pending ${money(pending)}, processing ${money(processing)}, paid so far ${money(paid)}.`;
  doc
    .font(sans)
    .fontSize(9.5)
    .fillColor(soft)
    .text(beside, page.left, y + 50, { width: 483 });
  return doc.y + 22;
}

function drawTableHead(doc: Doc, y: number): number {
  doc.font(bold).fontSize(8.5).fillColor(soft);
  doc.text('Day (UTC)', columns.date, y, { lineBreak: false });
  doc.text('Why', columns.reason, y, { lineBreak: false });
  doc.text('Order', columns.order, y, { lineBreak: false });
  atRight(doc, 'Amount', columns.balance - 8, y);
  atRight(doc, 'Balance', page.right, y);
  line(doc, y + 14, soft);
  return y + 20;
}

function drawEntry(doc: Doc, entry: Statement['entries'][number], y: number): void {
  doc.font(sans).fontSize(9).fillColor(soft);
  doc.text(dayText(entry.at), columns.date, y, { lineBreak: false });
  doc
    .fillColor(ink)
    .text(fittedReason(doc, entry, columns.order - columns.reason - 10), columns.reason, y, { lineBreak: false });
  const order = fittedNumber(doc, entry.order_id ?? '', columns.amount - columns.order - 6);
  doc.fillColor(soft).text(order, columns.order, y, { lineBreak: false });
  doc.fillColor(ink);
  atRight(doc, money(entry.amount), columns.balance - 8, y);
  atRight(doc, money(entry.balance), page.right, y);
  line(doc, y + 13);
}

function drawBalance(doc: Doc, name: string, balance: Statement['opening'], y: number): number {
  doc.font(bold).fontSize(9).fillColor(ink).text(name, columns.reason, y, { lineBreak: false });
  atRight(doc, money(balance), page.right, y);
  line(doc, y + 13);
  return y + rowHeight;
}

function drawEntries(doc: Doc, statement: Statement, from: number): number {
  let y = drawBalance(doc, 'Opening', statement.opening, drawTableHead(doc, from));
  for (const [index, entry] of statement.entries.entries()) {
    const left = statement.entries.length - index;
    const isEnd = left === lastTogether && y + (left + 1) * rowHeight + chainHeight > page.bottom;
    if (isEnd || y + rowHeight > page.bottom) {
      doc.addPage();
      y = drawTableHead(doc, drawRunningHead(doc, statement));
    }
    drawEntry(doc, entry, y);
    y += rowHeight;
  }
  if (statement.entries.length === 0) {
    doc
      .font(sans)
      .fontSize(9)
      .fillColor(soft)
      .text('Nothing moved this month.', columns.reason, y, { lineBreak: false });
    y += rowHeight;
  }
  return drawBalance(doc, 'Closing', statement.closing, y) + 10;
}

function drawChain(doc: Doc, statement: Statement, from: number): void {
  let y = from;
  if (y + chainHeight > page.bottom) {
    doc.addPage();
    y = drawRunningHead(doc, statement);
  }
  doc.font(bold).fontSize(8.5).fillColor(ink).text('How to check this', page.left, y);
  const words =
    'The CSV of this month holds each entry’s line and hash. A hash is the SHA-256 of the hash before it followed by the line; the first one follows the opening hash, and the last one is the closing hash.';
  doc.font(sans).fontSize(8.5).fillColor(soft).text(words, { width: 483 });
  y = doc.y + 5;
  doc.font(mono).fontSize(7.5).text(`opening ${statement.opening_hash}`, page.left, y, { lineBreak: false });
  doc.text(`closing ${statement.head_hash}`, page.left, y + 11, { lineBreak: false });
}

function drawFeet(doc: Doc, statement: Statement, at: Date): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Text below the margin would otherwise open a page of its own.
    doc.page.margins.bottom = 0;
    doc.font(sans).fontSize(8).fillColor(soft);
    const made = `${monthName(statement.month)}, ${statement.currency}, as of ${momentText(at)} UTC`;
    doc.text(made, page.left, 800, { lineBreak: false });
    atRight(doc, `${index + 1} of ${count}`, page.right, 800);
  }
}

/** The statement as a document: the same sums, entries and hashes as everywhere else. */
export async function statementPdf(statement: Statement, at: Date): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: page.left,
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Statement ${statement.month} ${statement.merchant_display_name}`,
      Author: 'Vitrine',
      CreationDate: at,
      ModDate: at,
    },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  drawChain(doc, statement, drawEntries(doc, statement, drawSums(doc, statement, drawHead(doc, statement))));
  drawFeet(doc, statement, at);
  doc.end();
  await done;
  return Buffer.concat(parts);
}
