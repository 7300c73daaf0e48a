import * as z from 'zod/mini';

/**
 * A list that somebody sends. Its length is checked before its entries are: each wrong entry costs work and an issue,
 * so a list that is too long must end there. `noun` is what the entries are called, in the plural.
 */
export function list<Entry extends z.ZodMiniType>(entry: Entry, limits: { min?: number; max: number; noun: string }) {
  const { min = 0, max, noun } = limits;
  const shortEnough = z.transform((value: z.input<Entry>[], context) => {
    // Whatever else was sent arrives here too; the second half says that it must be a list.
    if (Array.isArray(value) && value.length > max) {
      const message = `must have at most ${max} ${noun}, not ${value.length}`;
      context.issues.push({ code: 'custom', message, input: value });
    }
    return value;
  });
  return z.pipe(
    shortEnough,
    z.array(entry).check(z.minLength(min, `must have at least ${min} of its ${noun}`), z.maxLength(max)),
  );
}

/** A list in which nothing may be named twice. */
export function distinctList<Entry extends z.ZodMiniType>(
  entry: Entry,
  limits: { min?: number; max: number; noun: string },
) {
  const isDistinct = (entries: readonly z.output<Entry>[]) => new Set(entries).size === entries.length;
  return list(entry, limits).check(z.refine(isDistinct, `must not name one of its ${limits.noun} twice`));
}
