import type { ReactNode } from 'react';

/**
 * The place of a cell in a row on a phone: `end` next to the name, for the most important value; `first` before the
 * others in the line below; `named` in that line with its heading, where the value alone isn't clear.
 */
export type PhonePlace = 'end' | 'first' | 'named';

/** The contents of an empty cell; on a phone it is left out. */
const nothing: readonly ReactNode[] = ['—', null, ''];

/** What `data-place` of a cell is in a table with the styles of Cards.module.css. */
export function cardPlace(content: ReactNode, phone: PhonePlace | undefined): PhonePlace | 'line' | 'none' {
  return nothing.includes(content) ? 'none' : (phone ?? 'line');
}
