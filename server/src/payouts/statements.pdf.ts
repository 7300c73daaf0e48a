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
const columns = { date: page.left, reason: 128, order: 330, amount: 400, balance: 470 };
const rowHeight = 19;

type Doc = InstanceType<typeof PDFDocument>;

function latin(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g, (letter) => {
    const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
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

function line(doc: Doc, y: number, color = hair): void {
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.6).stroke(color);
}

function atRight(doc: Doc, text: string, right: number, y: number): void {
  doc.text(text, right - 120, y, { width: 120, align: 'right', lineBreak: false });
}

function drawHead(doc: Doc, statement: Statement): number {
  doc.font(serif).fontSize(13).fillColor(accent).text('Vitrine', page.left, page.top);
  doc.font(serif).fontSize(34).fillColor(ink).text(monthName(statement.month), page.left, 92);
  const about = `${statement.creator_display_name} with ${statement.merchant_display_name}`;
  doc.font(sans).fontSize(11).fillColor(soft).text(latin(about), page.left, 134, { width: 483 });
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
    doc
      .font(serif)
      .fontSize(22)
      .fillColor(ink)
      .text(value, x, y + 14, { lineBreak: false });
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
  doc.text('Date (UTC)', columns.date, y, { lineBreak: false });
  doc.text('Why', columns.reason, y, { lineBreak: false });
  doc.text('Order', columns.order, y, { lineBreak: false });
  atRight(doc, 'Amount', columns.balance - 8, y);
  atRight(doc, 'Balance', page.right, y);
  line(doc, y + 14, soft);
  return y + 20;
}

function drawEntry(doc: Doc, entry: Statement['entries'][number], y: number): void {
  doc.font(sans).fontSize(9).fillColor(soft);
  doc.text(entry.at.slice(0, 10), columns.date, y, { lineBreak: false });
  doc.fillColor(ink).text(fitted(doc, reasonText(entry), 194), columns.reason, y, { lineBreak: false });
  doc.fillColor(soft).text(fitted(doc, entry.order_id ?? '', 76), columns.order, y, { lineBreak: false });
  doc.fillColor(ink);
  atRight(doc, money(entry.amount), columns.balance - 8, y);
  atRight(doc, money(entry.balance), page.right, y);
  line(doc, y + 13);
}

function drawEntries(doc: Doc, statement: Statement, from: number): number {
  let y = drawTableHead(doc, from);
  for (const entry of statement.entries) {
    if (y + rowHeight > page.bottom) {
      doc.addPage();
      y = drawTableHead(doc, page.top);
    }
    drawEntry(doc, entry, y);
    y += rowHeight;
  }
  if (statement.entries.length > 0) return y + 12;
  doc
    .font(sans)
    .fontSize(10)
    .fillColor(soft)
    .text('Nothing moved this month.', page.left, y + 4);
  return y + 32;
}

function drawChain(doc: Doc, statement: Statement, from: number): void {
  let y = from;
  if (y + 84 > page.bottom) {
    doc.addPage();
    y = page.top;
  }
  doc.font(bold).fontSize(8.5).fillColor(ink).text('How to check this', page.left, y);
  const words =
    'The CSV of this month holds each entry’s line and hash. A hash is the SHA-256 of the hash before it followed by the line; the first one follows the opening hash, and the last one is the closing hash.';
  doc.font(sans).fontSize(8.5).fillColor(soft).text(words, { width: 483 });
  doc.font(mono).fontSize(7.5).text(`opening ${statement.opening_hash}`, { lineBreak: false });
  doc.moveDown(0.2).text(`closing ${statement.head_hash}`, page.left, doc.y + 10, { lineBreak: false });
}

function drawFeet(doc: Doc, statement: Statement, at: Date): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Text below the margin would otherwise open a page of its own.
    doc.page.margins.bottom = 0;
    doc.font(sans).fontSize(8).fillColor(soft);
    const made = `${monthName(statement.month)}, ${statement.currency}, as of ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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
