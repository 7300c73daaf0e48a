import { shapeFaultOf } from './json.shape.ts';

/** A place in a text; lines and columns count from 1. */
export type TextPosition = { line: number; column: number };

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end' | 'nothing';

/**
 * Where a body is refused: the first character that JSON doesn't allow, the end of a text that breaks off, or the field
 * that our limits don't allow. Undefined if it is accepted.
 */
export function faultOfBody(raw: Buffer): TextPosition | undefined {
  const text = new TextDecoder().decode(raw);
  const index = shapeFaultOf(text)?.index ?? breakOf(text);
  return index === undefined ? undefined : positionOf(text, index);
}

function positionOf(text: string, index: number): TextPosition {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < index; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: index - start + 1 };
}

/** The index at which a text stops being JSON. Without recursion, because hostile text is nested very deep. */
export function breakOf(text: string): number | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  for (let index = 0; ; ) {
    while (' \t\n\r'.includes(text[index] ?? 'end')) index += 1;
    const character = text[index];
    if (character === undefined) return expected === 'nothing' ? undefined : index;
    const next = step(character, expected, open);
    if (next === 'broken') return index;
    if (next === 'scalar') {
      const end = endOfScalar(text, index);
      if (end.broken) return end.index;
      index = end.index;
      expected = expected.startsWith('key') ? 'colon' : afterValue(open);
    } else {
      index += 1;
      expected = next;
    }
  }
}

function afterValue(open: readonly string[]): Expected {
  return open.length > 0 ? 'comma or end' : 'nothing';
}

/** What must follow a character; `scalar` if a string, number or literal starts with it. */
function step(character: string, expected: Expected, open: ('{' | '[')[]): Expected | 'scalar' | 'broken' {
  const inside = open.at(-1);
  switch (expected) {
    case 'nothing':
      return 'broken';
    case 'colon':
      return character === ':' ? 'value' : 'broken';
    case 'key':
    case 'key or }':
      if (character === '"') return 'scalar';
      return character === '}' && expected === 'key or }' ? close(open) : 'broken';
    case 'comma or end':
      if (character === ',') return inside === '{' ? 'key' : 'value';
      return character === (inside === '{' ? '}' : ']') ? close(open) : 'broken';
    default:
      if (character === ']' && expected === 'value or ]') return close(open);
      if (character !== '{' && character !== '[') return 'scalar';
      open.push(character);
      return character === '{' ? 'key or }' : 'value or ]';
  }
}

function close(open: string[]): Expected {
  open.pop();
  return afterValue(open);
}

type End = { index: number; broken: boolean };

function endOfScalar(text: string, start: number): End {
  const first = text[start] ?? '';
  if (first === '"') return endOfQuoted(text, start);
  if (first === '-' || (first >= '0' && first <= '9')) return endOfNumber(text, start);
  const word = ['true', 'false', 'null'].find((each) => each.startsWith(first)) ?? '';
  let length = 0;
  while (length < word.length && text[start + length] === word[length]) length += 1;
  return { index: start + length, broken: word === '' || length < word.length };
}

function endOfQuoted(text: string, start: number): End {
  for (let index = start + 1; ; index += 1) {
    const character = text[index];
    if (character === '"') return { index: index + 1, broken: false };
    if (character === undefined || character < ' ') return { index, broken: true };
    if (character !== '\\') continue;
    index += 1;
    const escaped = text[index];
    if (escaped === undefined || !'"\\/bfnrtu'.includes(escaped)) return { index, broken: true };
    if (escaped !== 'u') continue;
    for (let digits = 0; digits < 4; digits += 1) {
      index += 1;
      if (!/^[0-9a-fA-F]$/.test(text[index] ?? '')) return { index, broken: true };
    }
  }
}

const isDigit = (character: string | undefined) => character !== undefined && character >= '0' && character <= '9';

function endOfNumber(text: string, start: number): End {
  const digitsFrom = (index: number): number => {
    let end = index;
    while (isDigit(text[end])) end += 1;
    return end;
  };
  let index = text[start] === '-' ? start + 1 : start;
  const whole = text[index] === '0' ? index + 1 : digitsFrom(index);
  if (whole === index) return { index, broken: true };
  index = whole;
  if (text[index] === '.') {
    const end = digitsFrom(index + 1);
    if (end === index + 1) return { index: end, broken: true };
    index = end;
  }
  if (text[index] === 'e' || text[index] === 'E') {
    const sign = text[index + 1] === '+' || text[index + 1] === '-' ? 1 : 0;
    const end = digitsFrom(index + 1 + sign);
    if (end === index + 1 + sign) return { index: end, broken: true };
    index = end;
  }
  return { index, broken: false };
}
