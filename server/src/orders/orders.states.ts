// Which of two states of an order is the later one, and whether they say the same. Pure.
import type { NewLine, OrderGoods } from './orders.meaning.ts';
import type { Line } from './orders.queries.ts';

/** A state of an order that a shop sent. */
export type SentState = OrderGoods & {
  /** When the shop made it. */
  editedAt: Date;
  /** The shop said no time, so `editedAt` is when it arrived: of two at the same moment, the second counts. */
  isTimeOfArrival?: boolean;
};
type StoredState = { edited_at: Date | null; gross: bigint | null };

function keyOfStored(line: Line): string {
  const { line_id: lineId, sku, title, quantity, unit_price: unitPrice, discount, kind } = line;
  return [lineId, sku, title, quantity, unitPrice, discount, kind].join('\n');
}

function keyOfSent({ lineId, sku, title, quantity, unitPrice, discount, kind = 'product' }: NewLine): string {
  return [lineId, sku, title, quantity, unitPrice, discount, kind].join('\n');
}

function keysOf(lines: readonly Line[]): string[] {
  return lines.filter(({ quantity }) => quantity > 0).map(keyOfStored);
}

/** Are these the lines of an order as they are now? */
export function hasLines(lines: readonly Line[], sent: readonly NewLine[]): boolean {
  const now = keysOf(lines);
  return now.length === sent.length && sent.every((line, place) => keyOfSent(line) === now[place]);
}

/**
 * Whether a stored order is as new as a state that was sent. Shops' times are whole seconds, so two states can have the
 * same one, and either can arrive first. Then the one with more lines counts, because lines that are added at once are
 * the usual reason. If that doesn't decide it either, the one whose content is greater as text: the same one whichever
 * came first.
 */
export function isSuperseded(order: StoredState, lines: readonly Line[], sent: SentState): boolean {
  if (order.edited_at === null || sent.editedAt > order.edited_at) return false;
  if (sent.editedAt < order.edited_at) return true;
  if (sent.isTimeOfArrival) return false;
  const [now, then] = [keysOf(lines), sent.lines.map(keyOfSent)];
  if (now.length !== then.length) return now.length > then.length;
  const [nowText, thenText] = [now.join('\n\n'), then.join('\n\n')];
  if (nowText !== thenText) return nowText > thenText;
  return (order.gross ?? -1n) > (sent.gross ?? -1n);
}
