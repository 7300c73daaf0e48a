// Which column of a CSV file is what: recognized by its name in the first row, or assigned by the user.
import { invalid } from './refusal.ts';

/** The place of the column of each field in a row. */
export type Columns<Field extends string> = ReadonlyMap<Field, number>;

/** A null heading reads no column as this field. */
export type AssignedColumn<Field extends string> = { field: Field; heading: string | null };

/** A heading in lower case and without punctuation, as names of columns are compared. */
export const plainHeading = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Finds the column of each field. The first name in a list wins: a file of Shopify has both Name and Id. No column is
 * read as two fields, so earlier fields choose first.
 */
export function recognizeColumns<Field extends string>(
  headings: readonly string[],
  fields: readonly Field[],
  names: Readonly<Record<Field, readonly string[]>>,
): Map<Field, number> {
  const found = headings.map(plainHeading);
  const columns = new Map<Field, number>();
  const taken = new Set<number>();
  for (const field of fields) {
    const place = names[field].map((name) => found.indexOf(name)).find((at) => at >= 0 && !taken.has(at));
    if (place === undefined) continue;
    columns.set(field, place);
    taken.add(place);
  }
  return columns;
}

const mostNamed = 30;

function namesIn(headings: readonly string[]): string {
  const names = [...new Set(headings.map((heading) => heading.trim()).filter((heading) => heading !== ''))];
  return names.length > mostNamed ? `${names.slice(0, mostNamed).join(', ')}…` : names.join(', ');
}

/** The columns with what the user assigned. */
export function assignColumns<Field extends string>(
  headings: readonly string[],
  recognized: Columns<Field>,
  assigned: readonly AssignedColumn<Field>[],
): Map<Field, number> {
  const columns = new Map(recognized);
  for (const [index, { field, heading }] of assigned.entries()) {
    if (heading === null) {
      columns.delete(field);
      continue;
    }
    const place = headings.findIndex((each) => each.trim() === heading);
    if (place < 0)
      throw invalid(
        `columns.${index}.heading`,
        `must be a name in the first row of the file, not “${heading}”; its names are ${namesIn(headings)}`,
      );
    columns.set(field, place);
  }
  return columns;
}

export function presentColumns<Field extends string>(
  fields: readonly Field[],
  headings: readonly string[],
  columns: Columns<Field>,
): AssignedColumn<Field>[] {
  return fields.map((field) => {
    const place = columns.get(field);
    return { field, heading: place === undefined ? null : (headings[place]?.trim() ?? null) };
  });
}

/** The cells of a row by field. A row that is shorter than the header doesn't have the missing columns. */
export function valuesIn<Field extends string>(
  cells: readonly string[],
  columns: Columns<Field>,
): Partial<Record<Field, string>> {
  const values: Partial<Record<Field, string>> = {};
  for (const [field, place] of columns) {
    const cell = cells[place];
    if (cell !== undefined) values[field] = cell;
  }
  return values;
}
