import * as z from 'zod/mini';
import { text } from './fields.ts';

/** A tag that staff give to creators: in lower case, with single spaces. */
export const creatorTag = z.pipe(
  text({ min: 1, max: 40 }),
  z.transform((value: string) => value.toLowerCase().replaceAll(/\s+/g, ' ')),
);
