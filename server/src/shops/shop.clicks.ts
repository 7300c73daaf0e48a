import { clickIdsIn } from '../hits/click-id.ts';

/**
 * The clicks of an order, from the places in which a shop can have them, the surest first. The first place decides, so that
 * a wrong value there is seen; the clicks of the others come after its own, because any of them can be made up. Anything
 * not in the form of an id is only recorded as present.
 */
export function clickText(places: readonly (string | undefined)[]): string | null {
  const [found, ...others] = places.filter((text) => text !== undefined && text !== '');
  if (found === undefined) return null;
  const clicks = clickIdsIn(found);
  if (clicks.length > 0)
    return [...new Set([...clicks, ...others.flatMap((text) => clickIdsIn(text ?? ''))])].slice(0, most).join('');
  return /^[A-Za-z0-9_-]{1,200}$/.test(found) ? found : 'unreadable';
}

const most = 4;
