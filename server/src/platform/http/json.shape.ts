// What is asked of JSON before it is parsed, in one pass over its text: parsing keeps the last of two equal keys and
// says nothing, so that two readers of one body may disagree about it (reliability C5.1).

const deepest = 20;
// No call takes nearly as many, and an object of many thousand names costs more than all the rest of a request.
const mostFields = 1_000;

/** Keys of the object that is open; a list has none. */
type Open = Set<string> | undefined;
/** Every object begins with this one, and gets its own with its first key: a body may hold very many empty objects. */
const noKeys: Set<string> = new Set();

/** What is wrong with the shape of a JSON text, in words for its sender. Text that is no JSON passes: parsing refuses it. */
export function faultOfShape(text: string): string | undefined {
  const open: Open[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{' || character === '[') {
      open.push(character === '{' ? noKeys : undefined);
      if (open.length > deepest) return `The request body is nested more than ${deepest} levels deep`;
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const end = endOfString(text, index);
      const names = open.at(-1);
      if (names !== undefined && isKey(text, end)) {
        const key = valueOf(text.slice(index, end + 1));
        if (names.has(key))
          return `The request body has the field ${JSON.stringify(key.slice(0, 60))} twice in one object`;
        if (names === noKeys) open[open.length - 1] = new Set([key]);
        else names.add(key);
        if (names.size > mostFields) return `The request body has an object with more than ${mostFields} fields`;
      }
      index = end;
    }
  }
  return undefined;
}

/** Where the string that begins here ends: at its closing quote. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}

/** A string is a key when a colon follows. */
function isKey(text: string, end: number): boolean {
  let index = end + 1;
  while (/[ \t\r\n]/.test(text[index] ?? '')) index += 1;
  return text[index] === ':';
}

/** The text of a quoted string; two spellings of one key are one key. */
function valueOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
