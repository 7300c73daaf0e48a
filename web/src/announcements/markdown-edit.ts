/** What the toolbar of the editor can do to the text. */
export type Mark = 'bold' | 'italic' | 'link' | 'heading' | 'bullets' | 'numbers';

/** The text of a field and what is selected of it. */
export type Selection = { text: string; start: number; end: number };

const around = { bold: '**', italic: '*' } as const;

function wrapped({ text, start, end }: Selection, sign: string): Selection {
  const inner = text.slice(start, end);
  const isInside = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  // A lone * beside ** is part of the bold sign.
  if (isInside && !(sign === '*' && text[start - 2] === '*'))
    return {
      text: text.slice(0, start - sign.length) + inner + text.slice(end + sign.length),
      start: start - sign.length,
      end: end - sign.length,
    };
  return {
    text: text.slice(0, start) + sign + inner + sign + text.slice(end),
    start: start + sign.length,
    end: end + sign.length,
  };
}

function linked({ text, start, end }: Selection): Selection {
  const inner = text.slice(start, end);
  const address = 'https://';
  const at = start + inner.length + 3;
  return {
    text: `${text.slice(0, start)}[${inner}](${address})${text.slice(end)}`,
    // The next thing to type: the link's text, or its address.
    start: inner === '' ? start + 1 : at + address.length,
    end: inner === '' ? start + 1 : at + address.length,
  };
}

const lead = /^(?:#{1,6} |[-*+] |\d+[.)] )/;

/** Marks whole lines, or unmarks them if all are marked so. */
function lines({ text, start, end }: Selection, signOf: (place: number) => string): Selection {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const before = text.slice(from, to).split('\n');
  const isMarked = before.every((line, place) => line.startsWith(signOf(place)));
  const after = before.map((line, place) => (isMarked ? '' : signOf(place)) + line.replace(lead, '')).join('\n');
  return { text: text.slice(0, from) + after + text.slice(to), start: from, end: from + after.length };
}

const edits: Record<Mark, (selection: Selection) => Selection> = {
  bold: (selection) => wrapped(selection, around.bold),
  italic: (selection) => wrapped(selection, around.italic),
  link: linked,
  heading: (selection) => lines(selection, () => '## '),
  bullets: (selection) => lines(selection, () => '- '),
  numbers: (selection) => lines(selection, (place) => `${place + 1}. `),
};

/** The text after a press on a button of the toolbar, and what is selected then. */
export function applyMark(selection: Selection, mark: Mark): Selection {
  return edits[mark](selection);
}
