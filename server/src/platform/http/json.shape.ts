// Checks JSON text before parsing, in one pass. JSON.parse silently keeps the last of duplicate keys, so two readers of
// one body could disagree (reliability C5.1).

const deepest = 20;
// No call needs nearly as many, and an object with thousands of keys would be expensive.
const mostFields = 1_000;
/** A body of 2 MB has about 70,000. Parsing and checking these takes some 20 ms, and the thread that redirects does it. */
const mostValuesOfCall = 100_000;

/** Keys of the current object; a list has none. */
type Open = Set<string> | undefined;
/** Shared by all objects until their first key, because a body may contain very many empty objects. */
const noKeys: Set<string> = new Set();

/** What is wrong with a JSON text, as a message. Invalid JSON passes here and is refused when it is parsed. */
export function faultOfShape(text: string, mostValues = mostValuesOfCall): string | undefined {
  return shapeFaultOf(text, mostValues)?.message;
}

/** The same, with the index in the text. */
export function shapeFaultOf(
  text: string,
  mostValues = mostValuesOfCall,
): { message: string; index: number } | undefined {
  const open: Open[] = [];
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    // Every value but the first of its list or object has a comma before it.
    if (character === ',' || character === '{' || character === '[') {
      values += 1;
      if (values > mostValues) return { index, message: `The request body has more than ${mostValues} values` };
    }
    if (character === '{' || character === '[') {
      open.push(character === '{' ? noKeys : undefined);
      if (open.length > deepest)
        return { index, message: `The request body is nested more than ${deepest} levels deep` };
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === '"') {
      const end = endOfString(text, index);
      const names = open.at(-1);
      if (names !== undefined && isKey(text, end)) {
        const key = valueOf(text.slice(index, end + 1));
        if (names.has(key))
          return {
            index,
            message: `The request body has the field ${JSON.stringify(key.slice(0, 60))} twice in one object`,
          };
        if (names === noKeys) open[open.length - 1] = new Set([key]);
        else names.add(key);
        if (names.size > mostFields)
          return { index, message: `The request body has an object with more than ${mostFields} fields` };
      }
      index = end;
    }
  }
  return undefined;
}

/** The position of the closing quote of the string that starts here; the end of the text if it has none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text[first - 1] === '\\') first -= 1;
  return (index - first) % 2 === 1;
}

/** A string is a key when a colon follows. */
function isKey(text: string, end: number): boolean {
  let index = end + 1;
  while (/[ \t\r\n]/.test(text[index] ?? '')) index += 1;
  return text[index] === ':';
}

/** The decoded string, so that two spellings of a key count as one. */
function valueOf(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
