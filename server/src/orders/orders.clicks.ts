import { clickIdsIn, timeOfClick, uuidOfClick } from '../hits/click-id.ts';

// Which clicks an order names. A shop sends what a browser kept, and anyone can put a made-up id into a browser. So an order
// may name several, and what their ids say about time decides nothing: only clicks that were recorded count.

/** The most that count. Each is looked for wherever it may be. */
const most = 2;
/** The maximum clock difference between two of our nodes. */
export const nodeSkewMs = 60_000;

/** The ids that can be clicks before an order came, the newest first. */
export function namedClicks(order: { click_id: string | null; received_at: Date }): string[] {
  const latest = order.received_at.getTime() + nodeSkewMs;
  return clickIdsIn(order.click_id ?? '')
    .filter((click) => timeOfClick(click) <= latest)
    .slice(0, most);
}

/** The hits of an order that names several clicks, as the database finds them; null for all others. */
export function severalHits(clickId: string | null, receivedAt: Date): string[] | null {
  if (clickId === null || clickIdsIn(clickId)[0] === clickId) return null;
  const named = namedClicks({ click_id: clickId, received_at: receivedAt });
  return named.length === 0 ? null : named.map(uuidOfClick);
}
