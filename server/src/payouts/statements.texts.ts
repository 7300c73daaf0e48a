import type { Statement } from '@vitrine/contract/payouts.ts';
import { textsIn } from '../platform/locale.ts';

// The texts of a statement as PDF and CSV.

type Entry = Statement['entries'][number];

const en = {
  title: (month: string, brand: string) => `Statement ${month} ${brand}`,
  about: (creator: string, brand: string) => `${creator} with ${brand}`,
  what: (currency: string) => `Statement of your available balance, in ${currency}.`,
  closed: 'Closed. This statement won’t change.',
  open: 'This month is still open. More entries may be added.',
  opening: 'Opening',
  change: 'Change',
  closing: 'Closing',
  beside: (pending: string, processing: string, paid: string) =>
    `Other balances at the end of the month: pending ${pending}, processing ${processing}, paid to date ${paid}.`,
  date: 'Date (UTC)',
  why: 'Reason',
  order: 'Order',
  amount: 'Amount',
  balance: 'Balance',
  nothing: 'No entries this month.',
  check: 'How to verify this statement',
  checking:
    'The CSV of this month contains the line and hash of each entry. Each hash is the SHA-256 of the previous hash followed by the line. The first entry uses the opening hash as its previous hash; the hash of the last entry is the closing hash.',
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
    reference: 'order reference',
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
    maturity: 'Return window ended',
    reversal: 'Reversed by a refund',
    payout_request: 'Payout requested',
    payout_cancel: 'Payout canceled or failed',
    payout_paid: 'Payout paid',
    adjustment: 'Adjustment',
    bonus: 'Bonus',
    correction: 'Correction',
  } satisfies Record<Entry['kind'], string>,
};

export type StatementTexts = typeof en;

const es: StatementTexts = {
  title: (month, brand) => `Extracto ${month} ${brand}`,
  about: (creator, brand) => `${creator} con ${brand}`,
  what: (currency) => `Extracto de tu saldo disponible, en ${currency}.`,
  closed: 'Cerrado. Este extracto ya no cambiará.',
  open: 'Este mes sigue abierto. Aún pueden añadirse movimientos.',
  opening: 'Inicial',
  change: 'Variación',
  closing: 'Final',
  beside: (pending, processing, paid) =>
    `Otros saldos al final del mes: pendiente ${pending}, en proceso ${processing}, pagado hasta la fecha ${paid}.`,
  date: 'Fecha (UTC)',
  why: 'Motivo',
  order: 'Pedido',
  amount: 'Importe',
  balance: 'Saldo',
  nothing: 'Sin movimientos este mes.',
  check: 'Cómo verificar este extracto',
  checking:
    'El CSV de este mes contiene la línea y la huella de cada movimiento. Cada huella es el SHA-256 de la huella anterior seguida de la línea. El primer movimiento usa la huella inicial como huella anterior; la huella del último movimiento es la huella final.',
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
    reference: 'referencia del pedido',
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
    reversal: 'Revertido por un reembolso',
    payout_request: 'Pago solicitado',
    payout_cancel: 'Pago cancelado o fallido',
    payout_paid: 'Pago completado',
    adjustment: 'Ajuste',
    bonus: 'Bono',
    correction: 'Corrección',
  },
};

export function statementTexts(locale: string): StatementTexts {
  return textsIn({ en, es }, locale);
}

/** The reason of an entry, with the product's title if there is one. */
export function reasonText(texts: StatementTexts, entry: Pick<Entry, 'kind' | 'title'>): string {
  const why = texts.reasons[entry.kind];
  return entry.title ? `${entry.title}, ${why.charAt(0).toLowerCase()}${why.slice(1)}` : why;
}
