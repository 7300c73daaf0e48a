import * as z from 'zod/mini';
import { name } from './fields.ts';

/** A tag that staff give to creators: in lower case, with single spaces. */
export const creatorTag = z.pipe(
  name({ max: 40 }),
  z.transform((value: string) => value.toLowerCase().replaceAll(/\s+/g, ' ')),
);
