import type * as z from 'zod/mini';
import { readJson } from './body.ts';
import { validationRefusal } from './problems.ts';

/** The body of a call whose endpoint is `readApart`, checked as `serve()` checks others. */
export function readJsonBody<S extends z.ZodMiniType>(schema: S, bytes: Uint8Array): z.output<S> {
  const read = schema.safeParse(readJson(new TextDecoder().decode(bytes), { mostValues: mostValuesOfFiles }));
  if (!read.success) throw validationRefusal(read.error);
  return read.data;
}

/** A products.json of 25,000 variants; only read where nothing waits for it. */
const mostValuesOfFiles = 5_000_000;
