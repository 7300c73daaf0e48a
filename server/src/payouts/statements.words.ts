import type { Statement } from '@vitrine/contract/payouts.ts';
import { wordsIn } from '../platform/spoken.ts';

// The texts of a statement as a document, once for each language.

type Entry = Statement['entries'][number];

const en = {
  title: (month: string, brand: string) => `Statement ${month} ${brand}`,
  about: (creator: string, brand: string) => `${creator} with ${brand}`,
  what: (currency: string) => `Statement of what could be cashed out, in ${currency}.`,
  closed: 'Closed: this statement does not change any more.',
  open: 'The month is still open: entries may follow.',
  opening: 'Opening',
  change: 'Change',
  closing: 'Closing',
  beside: (pending: string, processing: string, paid: string) =>
    `Beside it at the end of the month: pending ${pending}, processing ${processing}, paid so far ${paid}.`,
  date: 'Day (UTC)',
  why: 'Why',
  order: 'Order',
  amount: 'Amount',
  balance: 'Balance',
  nothing: 'Nothing moved this month.',
  check: 'How to check this',
  checking:
    'The CSV of this month holds each entry’s line and hash. A hash is the SHA-256 of the hash before it followed by the line; the first one follows the opening hash, and the last one is the closing hash.',
  openingHash: 'opening',
  closingHash: 'closing',
  foot: (month: string, currency: string, at: string) => `${month}, ${currency}, as of ${at} UTC`,
  page: (page: number, pages: number) => `${page} of ${pages}`,
  csv: {
    entry: 'entry',
    at: 'at',
    kind: 'kind',
    reason: 'reason',
    order: 'order',
    amount: 'amount',
    balance: 'balance',
    currency: 'currency',
    line: 'line',
    hash: 'hash',
    opening: 'Opening balance',
    closing: 'Closing balance',
  },
  reasons: {
    commission: 'Commission earned',
    maturity: 'Return window over',
    reversal: 'Taken back by a refund',
    payout_request: 'Cashed out',
    payout_cancel: 'Cash-out came back',
    payout_paid: 'Paid',
    adjustment: 'Adjustment',
  } satisfies Record<Entry['kind'], string>,
};

export type StatementWords = typeof en;

const es: StatementWords = {
  title: (month, brand) => `Extracto ${month} ${brand}`,
  about: (creator, brand) => `${creator} con ${brand}`,
  what: (currency) => `Extracto de lo que se podía cobrar, en ${currency}.`,
  closed: 'Cerrado: este extracto ya no cambia.',
  open: 'El mes sigue abierto: pueden añadirse movimientos.',
  opening: 'Inicial',
  change: 'Variación',
  closing: 'Final',
  beside: (pending, processing, paid) =>
    `Aparte, al final del mes: pendiente ${pending}, en proceso ${processing}, pagado hasta ahora ${paid}.`,
  date: 'Día (UTC)',
  why: 'Motivo',
  order: 'Pedido',
  amount: 'Importe',
  balance: 'Saldo',
  nothing: 'Este mes no hubo movimientos.',
  check: 'Cómo comprobarlo',
  checking:
    'El CSV de este mes contiene la línea y la huella de cada movimiento. Una huella es el SHA-256 de la huella anterior seguida de la línea; la primera sigue a la huella inicial y la última es la huella final.',
  openingHash: 'inicial',
  closingHash: 'final',
  foot: (month, currency, at) => `${month}, ${currency}, a fecha de ${at} UTC`,
  page: (page, pages) => `${page} de ${pages}`,
  csv: {
    entry: 'movimiento',
    at: 'fecha',
    kind: 'tipo',
    reason: 'motivo',
    order: 'pedido',
    amount: 'importe',
    balance: 'saldo',
    currency: 'moneda',
    line: 'línea',
    hash: 'huella',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
  },
  reasons: {
    commission: 'Comisión ganada',
    maturity: 'Plazo de devolución terminado',
    reversal: 'Retirado por un reembolso',
    payout_request: 'Cobrado',
    payout_cancel: 'El cobro se devolvió',
    payout_paid: 'Pagado',
    adjustment: 'Ajuste',
  },
};

export function statementWords(locale: string): StatementWords {
  return wordsIn({ en, es }, locale);
}

/** Why an entry is there. */
export function reasonText(words: StatementWords, entry: Pick<Entry, 'kind' | 'title'>): string {
  const why = words.reasons[entry.kind];
  return entry.title ? `${entry.title}, ${why.charAt(0).toLowerCase()}${why.slice(1)}` : why;
}
