import type * as z from 'zod/mini';

type Issue = z.core.$ZodIssue;

/** How many letters must be typed, deleted or replaced to get from one word to the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1];
    for (const [index, wanted] of other.split('').entries()) {
      const replaced = (row[index] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const mostMistakes = 3;

/** As many as still leave most of the name right. */
const allowedMistakes = (name: string) => Math.min(mostMistakes, Math.floor(name.length / 2));

/** The known name that was probably meant. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const byDistance = known.map((name) => ({ name, mistakes: distance(word.toLowerCase(), name.toLowerCase()) }));
  const [best] = byDistance.sort((one, other) => one.mistakes - other.mistakes);
  return best && best.mistakes <= allowedMistakes(best.name) ? best.name : undefined;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, step) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, step) : undefined),
    value,
  );
}

/** `theme.accent.light`, `hosts[0]` */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

function unknownFields(keys: readonly string[], path: readonly PropertyKey[], known: readonly string[]): string[] {
  return keys.map((key) => {
    const meant = nearest(key, known);
    const help = meant ? `did you mean "${meant}"?` : `the fields are ${known.join(', ')}`;
    return `"${fieldName([...path, key])}" is not a field; ${help}`;
  });
}

/** A line for each issue: the field, its value, and what it must be. */
export function describeIssues(
  issues: readonly Issue[],
  value: unknown,
  fieldsAt: (path: readonly PropertyKey[]) => readonly string[],
): string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, issue.path, fieldsAt(issue.path));
    const given = at(value, issue.path);
    const field = fieldName(issue.path) || 'the content';
    if (given === undefined) return [`${field} is missing; it must be ${issue.message}`];
    return [`${field} is ${JSON.stringify(given).slice(0, 100)}; it must be ${issue.message}`];
  });
}
