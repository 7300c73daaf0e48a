// What the redirector writes down of a request before it answers: a line of latin1 text, fields divided by NUL. What
// thousands of shoppers have in common, the browser and its settings, is written once and named by a number after.
// Neither LF nor NUL can stand in a header or a request target, and a line that held one is repaired here, so that no
// request can write a second line or move the fields of its own.

export type HitKind = 'click' | 'head' | 'unknown' | 'disabled';

export type HitRecord = {
  kind: HitKind;
  clickId: string;
  code: string;
  /** Raw; it lives in the journal only. */
  address: string;
  userAgent: string;
  referrer: string;
  language: string;
  purpose: string;
  /** The browser mark that came with the request, '' if none. */
  mark: string;
  country: string;
  clientHints: string;
  host: string;
  query: string;
};

const kinds = { c: 'click', h: 'head', u: 'unknown', d: 'disabled' } as const satisfies Record<string, HitKind>;
const letters = { click: 'c', head: 'h', unknown: 'u', disabled: 'd' } as const satisfies Record<HitKind, string>;
const introduction = '=';

/** The longest that each field is kept. */
export const caps = {
  code: 128,
  userAgent: 512,
  referrer: 1_024,
  language: 64,
  purpose: 64,
  clientHints: 512,
  host: 255,
  query: 1_024,
};

/** No line of a hit, with the introduction of its profile, is longer than this beyond its fields. */
export const lineOverhead = 64;

/** What several hits have in common. */
type Profile = { userAgent: string; language: string; clientHints: string; host: string };

/** The profiles that a journal's reader has been told of since its segment began, or since they were told anew. */
export type ProfileBook = { known: Map<string, Profile & { name: string }>; next: number };

export function createProfileBook(): ProfileBook {
  return { known: new Map(), next: 0 };
}

/** Forgets what was told; names are not used again. */
export function tellAnew(book: ProfileBook): void {
  book.known.clear();
}

/** The lines of some hits; profiles that are not in the book are introduced before their first use. */
export function encodeRecords(hits: readonly HitRecord[], book: ProfileBook): string[] {
  const lines: string[] = [];
  for (const hit of hits) {
    const line =
      `${letters[hit.kind]}\0${hit.clickId}\0${hit.code}\0${hit.address}\0${nameOf(hit, book, lines)}\0` +
      `${hit.referrer}\0${hit.purpose}\0${hit.mark}\0${hit.country}\0${hit.query}`;
    lines.push(repaired(line));
  }
  return lines;
}

function nameOf(hit: HitRecord, book: ProfileBook, lines: string[]): string {
  const { userAgent, language, clientHints, host } = hit;
  const known = book.known.get(userAgent);
  if (known?.language === language && known.clientHints === clientHints && known.host === host) return known.name;
  book.next += 1;
  const name = book.next.toString(36);
  book.known.set(userAgent, { name, userAgent, language, clientHints, host });
  lines.push(repaired(`${introduction}${name}\0${userAgent}\0${language}\0${clientHints}\0${host}`));
  return name;
}

function repaired(line: string): string {
  return line.includes('\n') ? line.replaceAll('\n', ' ') : line;
}

/** Profiles by their names, as far as they have been read. */
export type Profiles = Map<string, Profile>;

/** Hits from their lines. A line that is no record, and one whose profile was never told, is left out. */
export function decodeRecords(lines: readonly string[], profiles: Profiles): HitRecord[] {
  const hits: HitRecord[] = [];
  for (const line of lines) {
    if (line.startsWith(introduction)) learn(line, profiles);
    else {
      const hit = decodeRecord(line, profiles);
      if (hit !== undefined) hits.push(hit);
    }
  }
  return hits;
}

export function isHitLine(line: string): boolean {
  return !line.startsWith(introduction);
}

function learn(line: string, profiles: Profiles): void {
  const fields = line.slice(introduction.length).split('\0');
  const [name = '', userAgent = '', language = '', clientHints = '', host = ''] = fields;
  if (fields.length === 5) profiles.set(name, { userAgent, language, clientHints, host });
}

function decodeRecord(line: string, profiles: Profiles): HitRecord | undefined {
  const fields = line.split('\0');
  if (fields.length !== 10) return undefined;
  const [letter = '', clickId = '', code = '', address = '', name = '', referrer = ''] = fields;
  const [purpose = '', mark = '', country = '', query = ''] = fields.slice(6);
  const kind = isLetter(letter) ? kinds[letter] : undefined;
  const profile = profiles.get(name);
  if (kind === undefined || profile === undefined || clickId.length !== 22) return undefined;
  const { userAgent, language, clientHints, host } = profile;
  return {
    kind,
    clickId,
    code,
    address,
    userAgent,
    referrer,
    language,
    purpose,
    mark,
    country,
    clientHints,
    host,
    query,
  };
}

function isLetter(text: string): text is keyof typeof kinds {
  return Object.hasOwn(kinds, text);
}

/** The time of the hit that a line tells, from its click id. */
export function clickIdOfLine(line: string): string {
  return line.slice(2, 24);
}
