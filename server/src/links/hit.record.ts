// What the redirector writes down of a request before it answers: one line of latin1 text, fields divided by NUL.
// Neither LF nor NUL can stand in a header or a request target, and a record that held one is repaired here, so
// that no request can write a second record or move the fields of its own.

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
const fieldCount = 13;

/** The longest that each field is kept. */
export const caps = { code: 128, userAgent: 512, referrer: 1024, language: 64, purpose: 64, host: 255, query: 1024 };

export function encodeRecord(hit: HitRecord): string {
  const record =
    `${letters[hit.kind]}\0${hit.clickId}\0${cut(hit.code, caps.code)}\0${hit.address}\0` +
    `${cut(hit.userAgent, caps.userAgent)}\0${cut(hit.referrer, caps.referrer)}\0` +
    `${cut(hit.language, caps.language)}\0${cut(hit.purpose, caps.purpose)}\0${hit.mark}\0${hit.country}\0` +
    `${cut(hit.clientHints, caps.userAgent)}\0${cut(hit.host, caps.host)}\0${cut(hit.query, caps.query)}`;
  return record.includes('\n') ? record.replaceAll('\n', ' ') : record;
}

/** Undefined when the line is no record. */
export function decodeRecord(line: string): HitRecord | undefined {
  const fields = line.split('\0');
  if (fields.length !== fieldCount) return undefined;
  const [letter = '', clickId = '', code = '', address = '', userAgent = '', referrer = '', language = ''] = fields;
  const [purpose = '', mark = '', country = '', clientHints = '', host = '', query = ''] = fields.slice(7);
  const kind = isLetter(letter) ? kinds[letter] : undefined;
  if (kind === undefined || clickId.length !== 22) return undefined;
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

function cut(text: string, cap: number): string {
  return text.length > cap ? text.slice(0, cap) : text;
}
