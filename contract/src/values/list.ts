import * as z from 'zod/mini';

/**
 * A list in a request. Its length is checked before its entries, because validating each entry of a huge list would cost
 * too much. `noun` is the plural name of the entries in messages.
 */
export function list<Entry extends z.ZodMiniType>(entry: Entry, limits: { min?: number; max: number; noun: string }) {
  const { min = 0, max, noun } = limits;
  const shortEnough = z.transform((value: z.input<Entry>[], context) => {
    // Other types arrive here too; the array schema below refuses them.
    if (Array.isArray(value) && value.length > max) {
      const message = `must have at most ${max} ${noun}, not ${value.length}`;
      context.issues.push({ code: 'custom', message, input: value });
    }
    return value;
  });
  return z.pipe(
    shortEnough,
    z
      .array(entry)
      .check(z.minLength(min, min === 1 ? 'must not be empty' : `must have at least ${min} ${noun}`), z.maxLength(max)),
  );
}

/** A list without duplicates. */
export function distinctList<Entry extends z.ZodMiniType>(
  entry: Entry,
  limits: { min?: number; max: number; noun: string },
) {
  const isDistinct = (entries: readonly z.output<Entry>[]) => new Set(entries).size === entries.length;
  return list(entry, limits).check(z.refine(isDistinct, `must not contain duplicate ${limits.noun}`));
}
