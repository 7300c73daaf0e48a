// What the redirector records of a request before it answers: a line of latin1 text, with fields separated by NUL. What
// thousands of shoppers have in common, the browser and its settings, is written once and referred to by number. A
// header or request target can't contain LF or NUL. A value that does is repaired here, so that no request can write a
// second line or move its fields.

export type HitKind = 'click' | 'head' | 'unknown' | 'disabled' | 'taken_down';

export type HitRecord = {
  kind: HitKind;
  clickId: string;
  code: string;
  /** Raw; kept only in the journal. */
  address: string;
  userAgent: string;
  referrer: string;
  language: string;
  purpose: string;
  /** The id of the browser mark that the request had; '' if it had none that can be used. */
  mark: string;
  /** Whether we created that id. */
  isMarkTrusted: boolean;
  /** The id of the mark that the answer set for a browser without one; '' if none. */
  givenMark: string;
  country: string;
  clientHints: string;
  host: string;
  query: string;
};

/** Whether it is a hit: a request to a link that works. */
export function isOfLink({ kind }: HitRecord): boolean {
  return kind === 'click' || kind === 'head';
}

// A line's first letter is its kind and version. Lowercase is from before marks were signed, when the mark was one
// field and a browser without one got the click id.
const kinds = { C: 'click', H: 'head', U: 'unknown', D: 'disabled', T: 'taken_down' } as const satisfies Record<
  string,
  HitKind
>;
const letters = {
  click: 'C',
  head: 'H',
  unknown: 'U',
  disabled: 'D',
  taken_down: 'T',
} as const satisfies Record<HitKind, string>;
const trusted = '+';
const untrusted = '-';
const introduction = '=';

/** The maximum length that is kept of each field. */
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

/** The most characters of a hit's line and the introduction of its profile, not counting the fields. */
export const lineOverhead = 64;

/** What several hits have in common. */
type Profile = { userAgent: string; language: string; clientHints: string; host: string };

/** The profiles that were introduced since the segment began, or since the last reset. */
export type ProfileBook = { known: Map<string, Profile & { name: string }>; next: number };

export function createProfileBook(): ProfileBook {
  return { known: new Map(), next: 0 };
}

/** Forgets the introduced profiles. Their numbers are not used again. */
export function forgetProfiles(book: ProfileBook): void {
  book.known.clear();
}

/** The lines of hits. Profiles that are not in the book are introduced before their first use. */
export function encodeRecords(hits: readonly HitRecord[], book: ProfileBook): string[] {
  const lines: string[] = [];
  for (const hit of hits) {
    const line =
      `${letters[hit.kind]}\0${hit.clickId}\0${hit.code}\0${hit.address}\0${nameOf(hit, book, lines)}\0` +
      `${hit.referrer}\0${hit.purpose}\0${markField(hit)}\0${hit.givenMark}\0${hit.country}\0${hit.query}`;
    lines.push(repaired(line));
  }
  return lines;
}

function markField({ mark, isMarkTrusted }: HitRecord): string {
  return mark === '' ? '' : (isMarkTrusted ? trusted : untrusted) + mark;
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

/** The profiles read so far, by number. */
export type Profiles = Map<string, Profile>;

/** Hits from their lines. An invalid line, or one whose profile was never introduced, is left out. */
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

/** One hit by its click id, from lines as written. Profiles introduced before it are added to `profiles`. */
export function findHit(lines: readonly string[], clickId: string, profiles: Profiles): HitRecord | undefined {
  for (const line of lines) {
    if (line.startsWith(introduction)) learn(line, profiles);
    else if (clickIdOfLine(line) === clickId) return decodeRecord(line, profiles);
  }
  return undefined;
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
  const [letter = ''] = fields;
  if (isLetter(letter)) return fields.length === 11 ? recordOf(kinds[letter], fields, profiles) : undefined;
  const current = letter.toUpperCase();
  if (!isLetter(current) || fields.length !== 10) return undefined;
  return recordOf(kinds[current], inCurrentForm(kinds[current], fields), profiles);
}

/** The fields of a line of the first version in the current form. */
function inCurrentForm(kind: HitKind, fields: readonly string[]): string[] {
  const [, clickId = ''] = fields;
  const [mark = '', country = '', query = ''] = fields.slice(7);
  const given = mark === '' && kind === 'click' ? clickId : '';
  return [...fields.slice(0, 7), mark === '' ? '' : untrusted + mark, given, country, query];
}

function recordOf(kind: HitKind, fields: readonly string[], profiles: Profiles): HitRecord | undefined {
  const [, clickId = '', code = '', address = '', name = '', referrer = ''] = fields;
  const [purpose = '', mark = '', givenMark = '', country = '', query = ''] = fields.slice(6);
  const profile = profiles.get(name);
  if (profile === undefined || clickId.length !== 22) return undefined;
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
    mark: mark.slice(1),
    isMarkTrusted: mark.startsWith(trusted),
    givenMark,
    country,
    clientHints,
    host,
    query,
  };
}

function isLetter(text: string): text is keyof typeof kinds {
  return Object.hasOwn(kinds, text);
}

/** The click id of a line's hit, which contains its time. */
export function clickIdOfLine(line: string): string {
  return line.slice(2, 24);
}
