import { type FocusEvent, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Not searches and passwords, which nobody misses. A password that is shown is a text field, too. */
function isWorthKeeping(target: EventTarget): target is Field {
  const { type = '', autocomplete = '' } = target as Partial<Field>;
  return /^(text|email|url|tel|number|date)/.test(type) && !/password|one-time/.test(autocomplete);
}

/**
 * Whether somebody typed into the fields of an element, whoever holds their values: each is compared with what it
 * contained when it was first focused. Fields that are gone don't count, because a form that was saved is gone.
 */
export function useTyped(): { noteStart: (event: FocusEvent) => void; isTyped: () => boolean } {
  const starts = useRef(new Map<Field, string>());
  return {
    noteStart: ({ target }) => {
      if (isWorthKeeping(target) && !starts.current.has(target)) starts.current.set(target, target.value);
    },
    isTyped: () => [...starts.current].some(([field, start]) => field.isConnected && field.value !== start),
  };
}
