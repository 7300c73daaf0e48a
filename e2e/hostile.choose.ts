import { hostileTexts } from './hostile.texts.ts';

export type HostileTexts = {
  /** Returns the texts for this kind of field in turn. */
  next(most: number, takes?: (text: string) => boolean): string;
  /** As many texts as a long field holds, one per line. */
  pack(most: number): string;
};

/** Distributes the texts so that fields get different ones. */
export function openHostileTexts(): HostileTexts {
  let turn = 0;
  const next = (most: number, takes = (_text: string) => true): string => {
    for (let tried = 0; tried < hostileTexts.length; tried += 1) {
      const text = hostileTexts[(turn + tried) % hostileTexts.length] ?? '';
      if (text.length > most || text.trim().length < 2 || !takes(text)) continue;
      turn += tried + 1;
      return text;
    }
    throw new Error(`no text fits ${most} characters`);
  };
  const pack = (most: number): string => {
    let packed = next(most);
    for (let text = next(most); packed.length + 1 + text.length <= most; text = next(most)) packed += `\n${text}`;
    return packed;
  };
  return { next, pack };
}
