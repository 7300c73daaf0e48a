import type { ServerResponse } from 'node:http';
import { type GivenMark, setBrowserMark } from '../platform/browser.mark.ts';
import { keepAliveSeconds } from '../platform/http/front.ts';

// The answer of a redirect. On a connection that stays open, it is one text: all lines are constants except Location, Date
// and Set-Cookie. Node's `writeHead` would check, look up and join every header of every answer. `end()` sends the text
// like a head of Node's own, so pipelining, keep-alive and the server's limits work as for every other response.

export type SentRedirect = {
  location: string;
  /** What the browser is given to be recognized, if anything. */
  mark: GivenMark | undefined;
  isSecure: boolean;
  atMs: number;
};

const constant = [
  ['Cache-Control', 'private, no-store'],
  ['X-Robots-Tag', 'noindex'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Content-Length', '0'],
];
const linesBetween = constant.map(([name, value]) => `\r\n${name}: ${value}`).join('');
const lastLines = `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n\r\n`;

/** Answers with a 302, and closes the connection afterwards if the client or a stopping server wants that. */
export function answerRedirect(response: ServerResponse, answer: SentRedirect): void {
  if (!response.shouldKeepAlive || !takesHead(response) || !isHeaderText(answer.location))
    return answerByWriteHead(response, answer);
  const cookie = answer.mark ? `\r\nSet-Cookie: ${setBrowserMark(answer.mark, answer.isSecure)}` : '';
  response.statusCode = 302;
  response._header = `HTTP/1.1 302 Found\r\nLocation: ${answer.location}${linesBetween}${cookie}\r\nDate: ${dateOf(answer.atMs)}${lastLines}`;
  response.end();
}

/** Node's field for the head that `end()` sends. Not documented, so a Node without it gets the headers one by one. */
type TakesHead = ServerResponse & { _header: string | null };

function takesHead(response: ServerResponse): response is TakesHead {
  return '_header' in response && response._header === null;
}

function answerByWriteHead(response: ServerResponse, { location, mark, isSecure, atMs }: SentRedirect): void {
  const headers = ['Location', location, ...constant.flat()];
  if (mark) headers.push('Set-Cookie', setBrowserMark(mark, isSecure));
  headers.push('Date', dateOf(atMs));
  response.writeHead(302, headers);
  response.end();
}

const visible = /^[\x21-\x7e]*$/;

/** A destination is a canonical URL. This only makes sure that nothing in it can begin another line. */
function isHeaderText(location: string): boolean {
  return visible.test(location);
}

let lastSecond = Number.NaN;
let lastDate = '';

/** Cached, because under load many answers have the same second. */
function dateOf(atMs: number): string {
  const second = Math.floor(atMs / 1_000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(atMs).toUTCString();
  }
  return lastDate;
}
