import { normalizedText } from '@vitrine/contract/values/accents.ts';
import { Readable } from 'node:stream';
import type { Statement } from '@vitrine/contract/payouts.ts';
import PDFDocument from 'pdfkit';
import { dateFormat } from '@vitrine/contract/values/formatters.ts';
import { moneyText } from '../platform/money.text.ts';
import { languageOf, localeOf } from '../platform/locale.ts';
import { monthName } from './months.ts';
import { reasonText, type StatementTexts, statementTexts } from './statements.texts.ts';

// Uses the 14 standard PDF fonts, so nothing is embedded and all text can be copied. They only have Western European
// letters; others are printed without diacritics, or as a question mark.

const [ink, soft, hair, accent] = ['#1f1a14', '#635849', '#d8cfbf', '#1c5940'];
const [serif, sans, bold, mono] = ['Times-Roman', 'Helvetica', 'Helvetica-Bold', 'Courier'];
const page = { left: 56, right: 539, top: 56, bottom: 770 };
const columns = { date: page.left, reason: 106, order: 320, amount: 396, balance: 470 };
const rowHeight = 19;
/** Height of the verification notes, and the entries that move to a new page with them so they aren't alone there. */
const [chainHeight, lastTogether] = [74, 3];

type Doc = InstanceType<typeof PDFDocument>;
type Head = Omit<Statement, 'entries'>;
/** Its entries in pieces, and how many there are. */
type PdfEntries = { count: number; pieces: AsyncIterable<Statement['entries']> };
/** A statement and the language of the document. */
type Written = { statement: Head; locale: string; texts: StatementTexts };

/** Letters whose stroke is not a combining mark, so NFKD doesn't remove it. */
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
  return normalizedText(text, 'NFC').replaceAll(
    /[^\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/g,
    (letter) => {
      const plain = stroked[letter] ?? normalizedText(letter, 'NFKD').replaceAll(/\p{M}/gu, '');
      return /^[\u0020-\u007e]+$/.test(plain) ? plain : '?';
    },
  );
}

function money({ amount, currency }: { amount: string; currency: string }, locale: string): string {
  return latin(moneyText(BigInt(amount), currency, locale));
}

/** One line, cut with an ellipsis if it is too long. */
function fitted(doc: Doc, text: string, width: number): string {
  const whole = latin(text);
  if (doc.widthOfString(whole) <= width) return whole;
  let end = whole.length;
  while (end > 1 && doc.widthOfString(`${whole.slice(0, end)}…`) > width) end -= 1;
  return `${whole.slice(0, end).trimEnd()}…`;
}

/** The title is shortened if needed; the reason is always complete. */
function fittedReason(doc: Doc, entry: Statement['entries'][number], texts: StatementTexts, width: number): string {
  const whole = reasonText(texts, entry);
  const why = entry.title && whole.startsWith(entry.title) ? whole.slice(entry.title.length) : '';
  return why
    ? fitted(doc, entry.title ?? '', width - doc.widthOfString(latin(why))) + latin(why)
    : fitted(doc, whole, width);
}

/** Order numbers are cut in the middle, because their end says more. */
function fittedNumber(doc: Doc, number: string, width: number): string {
  const whole = latin(number);
  if (doc.widthOfString(whole) <= width) return whole;
  const end = whole.slice(-5);
  return fitted(doc, whole.slice(0, -5), width - doc.widthOfString(end)) + end;
}

function dayText(at: string, locale: string): string {
  const form = dateFormat(localeOf(locale), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return form.format(new Date(at));
}

function momentText(at: Date, locale: string): string {
  const form = dateFormat(localeOf(locale), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return form.format(at);
}

function line(doc: Doc, y: number, color = hair): void {
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.6).stroke(color);
}

function atRight(doc: Doc, text: string, right: number, y: number): void {
  doc.text(text, right - 120, y, { width: 120, align: 'right', lineBreak: false });
}

/** A month name at the start of a line, with a capital letter. */
function nameOf({ statement, locale }: Written): string {
  const name = monthName(statement.month, locale);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function partiesOf({ statement, texts }: Written): string {
  return texts.about(statement.creator_display_name, statement.merchant_display_name);
}

/** Every page has a footer that identifies the statement. */
function drawRunningHead(doc: Doc, written: Written): number {
  doc.font(sans).fontSize(8.5).fillColor(soft);
  const month = nameOf(written);
  atRight(doc, month, page.right, page.top - 20);
  const width = page.right - page.left - doc.widthOfString(month) - 24;
  doc.text(fitted(doc, partiesOf(written), width), page.left, page.top - 20, { lineBreak: false });
  return page.top + 8;
}

function drawHead(doc: Doc, written: Written): number {
  const { statement, texts } = written;
  doc.font(serif).fontSize(13).fillColor(accent).text('Vitrine', page.left, page.top);
  doc.font(serif).fontSize(34).fillColor(ink).text(nameOf(written), page.left, 92);
  doc
    .font(sans)
    .fontSize(11)
    .fillColor(ink)
    .text(latin(partiesOf(written)), page.left, 134, { width: 483 });
  doc.moveDown(0.25).fontSize(10).fillColor(soft);
  const status = statement.closed ? texts.closed : texts.open;
  doc.text(latin(`${texts.what(statement.currency)} ${status}`), { width: 483 });
  return doc.y + 22;
}

function drawSums(doc: Doc, { statement, locale, texts }: Written, y: number): number {
  const change = BigInt(statement.closing.amount) - BigInt(statement.opening.amount);
  const sums = [
    [texts.opening, money(statement.opening, locale)],
    [texts.change, money({ amount: change.toString(), currency: statement.currency }, locale)],
    [texts.closing, money(statement.closing, locale)],
  ] as const;
  for (const [index, [name, value]] of sums.entries()) {
    const x = page.left + index * 165;
    doc.font(sans).fontSize(9.5).fillColor(soft).text(name, x, y, { lineBreak: false });
    doc.font(serif).fontSize(22).fillColor(ink);
    const scale = Math.min(1, 153 / doc.widthOfString(value));
    doc.fontSize(22 * scale).text(value, x, y + 14 + 20 * (1 - scale), { lineBreak: false });
  }
  const { pending, processing, paid } = statement.beside;
  const beside = texts.beside(money(pending, locale), money(processing, locale), money(paid, locale));
  doc
    .font(sans)
    .fontSize(9.5)
    .fillColor(soft)
    .text(beside, page.left, y + 50, { width: 483 });
  return doc.y + 22;
}

function drawTableHead(doc: Doc, { texts }: Written, y: number): number {
  doc.font(bold).fontSize(8.5).fillColor(soft);
  doc.text(texts.date, columns.date, y, { lineBreak: false });
  doc.text(texts.why, columns.reason, y, { lineBreak: false });
  doc.text(texts.order, columns.order, y, { lineBreak: false });
  atRight(doc, texts.amount, columns.balance - 8, y);
  atRight(doc, texts.balance, page.right, y);
  line(doc, y + 14, soft);
  return y + 20;
}

function drawEntry(doc: Doc, entry: Statement['entries'][number], { locale, texts }: Written, y: number): void {
  doc.font(sans).fontSize(9).fillColor(soft);
  doc.text(latin(dayText(entry.at, locale)), columns.date, y, { lineBreak: false });
  const room = columns.order - columns.reason - 10;
  doc.fillColor(ink).text(fittedReason(doc, entry, texts, room), columns.reason, y, { lineBreak: false });
  const order = fittedNumber(doc, entry.order_reference ?? entry.order_id ?? '', columns.amount - columns.order - 6);
  doc.fillColor(soft).text(order, columns.order, y, { lineBreak: false });
  doc.fillColor(ink);
  atRight(doc, money(entry.amount, locale), columns.balance - 8, y);
  atRight(doc, money(entry.balance, locale), page.right, y);
  line(doc, y + 13);
}

function drawBalance(doc: Doc, name: string, balance: Statement['opening'], { locale }: Written, y: number): number {
  doc.font(bold).fontSize(9).fillColor(ink).text(name, columns.reason, y, { lineBreak: false });
  atRight(doc, money(balance, locale), page.right, y);
  line(doc, y + 13);
  return y + rowHeight;
}

/** Whether the next entry goes to a new page. `left` counts it and those after it. */
function needsPage(y: number, left: number): boolean {
  const isEnd = left === lastTogether && y + (left + 1) * rowHeight + chainHeight > page.bottom;
  return isEnd || y + rowHeight > page.bottom;
}

/** Other requests are answered between the pieces. */
async function drawEntries(doc: Doc, written: Written, { count, pieces }: PdfEntries, from: number): Promise<number> {
  const { statement, texts } = written;
  let y = drawBalance(doc, texts.opening, statement.opening, written, drawTableHead(doc, written, from));
  let left = count;
  for await (const entries of pieces)
    for (const entry of entries) {
      if (needsPage(y, left)) {
        doc.addPage();
        y = drawTableHead(doc, written, drawRunningHead(doc, written));
      }
      drawEntry(doc, entry, written, y);
      y += rowHeight;
      left -= 1;
    }
  if (count === 0) {
    doc.font(sans).fontSize(9).fillColor(soft).text(texts.nothing, columns.reason, y, { lineBreak: false });
    y += rowHeight;
  }
  return drawBalance(doc, texts.closing, statement.closing, written, y) + 10;
}

function drawChain(doc: Doc, written: Written, from: number): void {
  const { statement, texts } = written;
  let y = from;
  if (y + chainHeight > page.bottom) {
    doc.addPage();
    y = drawRunningHead(doc, written);
  }
  doc.font(bold).fontSize(8.5).fillColor(ink).text(latin(texts.check), page.left, y);
  doc.font(sans).fontSize(8.5).fillColor(soft).text(latin(texts.checking), { width: 483 });
  y = doc.y + 5;
  doc
    .font(mono)
    .fontSize(7.5)
    .text(`${texts.openingHash} ${statement.opening_hash}`, page.left, y, { lineBreak: false });
  doc.text(`${texts.closingHash} ${statement.head_hash}`, page.left, y + 11, { lineBreak: false });
}

function drawFeet(doc: Doc, written: Written, at: Date): void {
  const { statement, locale, texts } = written;
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Text below the margin would otherwise start a new page.
    doc.page.margins.bottom = 0;
    doc.font(sans).fontSize(8).fillColor(soft);
    const made = latin(texts.foot(nameOf(written), statement.currency, momentText(at, locale)));
    doc.text(made, page.left, 800, { lineBreak: false });
    atRight(doc, texts.page(index + 1, count), page.right, 800);
  }
}

/** The statement as a PDF in the creator's language, with the same sums, entries and hashes as the screen and the CSV. */
export function statementPdf(statement: Head, entries: PdfEntries, locale: string, at: Date): Readable {
  const texts = statementTexts(locale);
  const written = { statement, locale, texts };
  const doc = new PDFDocument({
    size: 'A4',
    margin: page.left,
    bufferPages: true,
    lang: languageOf(locale),
    displayTitle: true,
    info: {
      Title: texts.title(statement.month, statement.merchant_display_name),
      Author: 'Vitrine',
      CreationDate: at,
      ModDate: at,
    },
  });
  const bytes = Readable.from(doc);
  const draw = async () => {
    const top = drawSums(doc, written, drawHead(doc, written));
    drawChain(doc, written, await drawEntries(doc, written, entries, top));
    drawFeet(doc, written, at);
    doc.end();
  };
  draw().catch((error: Error) => bytes.destroy(error));
  return bytes;
}
