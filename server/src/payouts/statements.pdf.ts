import type { Statement } from '@vitrine/contract/payouts.ts';
import PDFDocument from 'pdfkit';
import { moneyText } from '../platform/money.text.ts';
import { languageOf } from '../platform/spoken.ts';
import { monthName } from './months.ts';
import { reasonText, type StatementWords, statementWords } from './statements.words.ts';

// The faces are the fourteen that every reader has, so nothing is embedded and every letter can be copied out. They
// hold Western European letters; others are written without their marks, or as a question mark.

const [ink, soft, hair, accent] = ['#1f1a14', '#635849', '#d8cfbf', '#1c5940'];
const [serif, sans, bold, mono] = ['Times-Roman', 'Helvetica', 'Helvetica-Bold', 'Courier'];
const page = { left: 56, right: 539, top: 56, bottom: 770 };
const columns = { date: page.left, reason: 128, order: 330, amount: 400, balance: 470 };
const rowHeight = 19;

type Doc = InstanceType<typeof PDFDocument>;
/** A statement, and the language in which it is written down. */
type Written = { statement: Statement; locale: string; words: StatementWords };

function latin(text: string): string {
  return text.normalize('NFC').replaceAll(/[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g, (letter) => {
    const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
    return /^[\u0020-\u007e]+$/.test(plain) ? plain : '?';
  });
}

function money({ amount, currency }: { amount: string; currency: string }, locale: string): string {
  return latin(moneyText(BigInt(amount), currency, locale));
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

/** A month's name where a line begins. */
function nameOf({ statement, locale }: Written): string {
  const name = monthName(statement.month, locale);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function drawHead(doc: Doc, written: Written): number {
  const { statement, words } = written;
  doc.font(serif).fontSize(13).fillColor(accent).text('Vitrine', page.left, page.top);
  doc.font(serif).fontSize(34).fillColor(ink).text(nameOf(written), page.left, 92);
  const about = words.about(statement.creator_display_name, statement.merchant_display_name);
  doc.font(sans).fontSize(11).fillColor(soft).text(latin(about), page.left, 134, { width: 483 });
  const standing = statement.closed ? words.closed : words.open;
  doc.text(latin(`${words.what(statement.currency)} ${standing}`), { width: 483 });
  return doc.y + 22;
}

function drawSums(doc: Doc, { statement, locale, words }: Written, y: number): number {
  const change = BigInt(statement.closing.amount) - BigInt(statement.opening.amount);
  const sums = [
    [words.opening, money(statement.opening, locale)],
    [words.change, money({ amount: change.toString(), currency: statement.currency }, locale)],
    [words.closing, money(statement.closing, locale)],
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
  const beside = words.beside(money(pending, locale), money(processing, locale), money(paid, locale));
  doc
    .font(sans)
    .fontSize(9.5)
    .fillColor(soft)
    .text(beside, page.left, y + 50, { width: 483 });
  return doc.y + 22;
}

function drawTableHead(doc: Doc, { words }: Written, y: number): number {
  doc.font(bold).fontSize(8.5).fillColor(soft);
  doc.text(words.date, columns.date, y, { lineBreak: false });
  doc.text(words.why, columns.reason, y, { lineBreak: false });
  doc.text(words.order, columns.order, y, { lineBreak: false });
  atRight(doc, words.amount, columns.balance - 8, y);
  atRight(doc, words.balance, page.right, y);
  line(doc, y + 14, soft);
  return y + 20;
}

function drawEntry(doc: Doc, entry: Statement['entries'][number], { locale, words }: Written, y: number): void {
  doc.font(sans).fontSize(9).fillColor(soft);
  doc.text(entry.at.slice(0, 10), columns.date, y, { lineBreak: false });
  doc.fillColor(ink).text(fitted(doc, reasonText(words, entry), 194), columns.reason, y, { lineBreak: false });
  doc.fillColor(soft).text(fitted(doc, entry.order_id ?? '', 76), columns.order, y, { lineBreak: false });
  doc.fillColor(ink);
  atRight(doc, money(entry.amount, locale), columns.balance - 8, y);
  atRight(doc, money(entry.balance, locale), page.right, y);
  line(doc, y + 13);
}

function drawEntries(doc: Doc, written: Written, from: number): number {
  const { statement, words } = written;
  let y = drawTableHead(doc, written, from);
  for (const entry of statement.entries) {
    if (y + rowHeight > page.bottom) {
      doc.addPage();
      y = drawTableHead(doc, written, page.top);
    }
    drawEntry(doc, entry, written, y);
    y += rowHeight;
  }
  if (statement.entries.length > 0) return y + 12;
  doc
    .font(sans)
    .fontSize(10)
    .fillColor(soft)
    .text(words.nothing, page.left, y + 4);
  return y + 32;
}

function drawChain(doc: Doc, { statement, words }: Written, from: number): void {
  let y = from;
  if (y + 84 > page.bottom) {
    doc.addPage();
    y = page.top;
  }
  doc.font(bold).fontSize(8.5).fillColor(ink).text(latin(words.check), page.left, y);
  doc.font(sans).fontSize(8.5).fillColor(soft).text(latin(words.checking), { width: 483 });
  doc.font(mono).fontSize(7.5).text(`${words.openingHash} ${statement.opening_hash}`, { lineBreak: false });
  doc.moveDown(0.2).text(`${words.closingHash} ${statement.head_hash}`, page.left, doc.y + 10, { lineBreak: false });
}

function drawFeet(doc: Doc, written: Written, at: Date): void {
  const { statement, words } = written;
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Text below the margin would otherwise open a page of its own.
    doc.page.margins.bottom = 0;
    doc.font(sans).fontSize(8).fillColor(soft);
    const made = words.foot(nameOf(written), statement.currency, at.toISOString().slice(0, 16).replace('T', ' '));
    doc.text(made, page.left, 800, { lineBreak: false });
    atRight(doc, words.page(index + 1, count), page.right, 800);
  }
}

/** The statement as a document in its creator's language: the same sums, entries and hashes as everywhere else. */
export async function statementPdf(statement: Statement, locale: string, at: Date): Promise<Buffer> {
  const words = statementWords(locale);
  const written = { statement, locale, words };
  const doc = new PDFDocument({
    size: 'A4',
    margin: page.left,
    bufferPages: true,
    lang: languageOf(locale),
    displayTitle: true,
    info: {
      Title: words.title(statement.month, statement.merchant_display_name),
      Author: 'Vitrine',
      CreationDate: at,
      ModDate: at,
    },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  drawChain(doc, written, drawEntries(doc, written, drawSums(doc, written, drawHead(doc, written))));
  drawFeet(doc, written, at);
  doc.end();
  await done;
  return Buffer.concat(parts);
}
