import * as z from 'zod/mini';
import { text } from './fields.ts';

const longestWord = 2_048;
const tooLong = new RegExp(`\\S{${longestWord + 1}}`, 'u');

/** Markdown. Reading it takes time that grows with the square of its longest word, so a word is at most a link. */
export const announcementBody = text({ max: 8_000 }).check(
  z.refine((body: string) => !tooLong.test(body), `must not have a word with more than ${longestWord} characters`),
);
