// Reads a list of addresses to invite: a CSV file with a header, or addresses separated by lines, commas or semicolons.
import { normalizedText } from '@vitrine/contract/values/accents.ts';
import { isEmail } from '@vitrine/contract/values/email.ts';
import { plainHeading, recognizeColumns, valuesIn } from '../platform/csv.columns.ts';
import { csvTable, headerFault } from '../platform/csv.table.ts';
import { invalid } from '../platform/refusal.ts';

const mostRows = 500;
const mostLetters = 1_000;

const fields = ['email', 'name', 'group', 'note'] as const;
type Field = (typeof fields)[number];

const names: Record<Field, readonly string[]> = {
  email: [
    'email',
    'e mail',
    'email address',
    'e mail address',
    'mail',
    'correo',
    'correo electrónico',
    'correo electronico',
  ],
  name: ['name', 'full name', 'display name', 'first name', 'creator', 'nombre'],
  group: ['group', 'grupo'],
  note: ['note', 'personal note', 'message', 'nota', 'mensaje'],
};

/** `fault`: the row of the file can't be read. */
export type ListedInvitee = Record<Field, string> & { row: number; fault?: string };

/** As the contract reads an email address. */
const normalized = (typed: string) => normalizedText(typed, 'NFC').trim().toLowerCase();

/** `Ava <ava@creators.test>` as mail programs copy it. */
function addressed(text: string): { email: string; name: string } {
  const [, name = '', email] = /^(.*?)<([^<>]+)>$/.exec(text) ?? [];
  return email === undefined
    ? { email: normalized(text), name: '' }
    : { email: normalized(email), name: name.trim().replaceAll(/^"|"$/g, '').trim() };
}

function tooMany(rows: number): Error {
  return invalid('list', `must have at most ${mostRows} rows, not ${rows}; send the rest with another call`);
}

function plainList(text: string): ListedInvitee[] {
  const entries = text
    .split(/[\r\n,;\t]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length > mostRows) throw tooMany(entries.length);
  return entries.map((entry, index) => ({
    row: index + 1,
    ...addressed(entry.slice(0, mostLetters)),
    group: '',
    note: '',
  }));
}

/** Whether the first row has names of columns: no address, and at least one name that we know. */
function hasHeader(headings: readonly string[]): boolean {
  const known = new Set(Object.values(names).flat());
  return (
    !headings.some((heading) => isEmail(addressed(heading.slice(0, mostLetters)).email)) &&
    headings.some((heading) => known.has(plainHeading(heading)))
  );
}

export async function readInvitees(given: string): Promise<ListedInvitee[]> {
  const text = given.replace(/^\uFEFF/, '').replace(/^\s*[\r\n]+/, '');
  if (text.trim() === '') throw invalid('list', 'must have at least one email address');
  const table = csvTable(text, mostLetters);
  if (!hasHeader(table.headings)) return plainList(text);
  const fault = headerFault(table);
  if (fault) throw invalid('list', fault);
  const columns = recognizeColumns(table.headings, fields, names);
  if (!columns.has('email'))
    throw invalid(
      'list',
      `must have a column named email; its columns are ${table.headings.map((each) => each.trim()).join(', ')}`,
    );
  const rows: ListedInvitee[] = [];
  let count = 0;
  await table.each(({ line, cells, fault: broken }) => {
    count += 1;
    if (count > mostRows) return;
    const { email = '', name = '', group = '', note = '' } = valuesIn(cells, columns);
    const address = addressed(email.trim());
    rows.push({
      row: line,
      email: address.email,
      name: name.trim() || address.name,
      group: group.trim(),
      note: note.trim(),
      ...(broken !== undefined && { fault: broken }),
    });
  });
  if (count > mostRows) throw tooMany(count);
  if (count === 0) throw invalid('list', 'must have at least one row below the names of the columns');
  return rows;
}
