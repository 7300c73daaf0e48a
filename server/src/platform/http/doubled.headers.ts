import type { IncomingMessage, ServerResponse } from 'node:http';

// Node uses the first of duplicate headers, but a proxy may use the other one. So requests with duplicate Host or
// Authorization headers, or without Host, are refused.

/** Each request is checked, so most names are told apart by their length alone. */
function count({ rawHeaders }: IncomingMessage, wanted: string): number {
  let found = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) found += 1;
  }
  return found;
}

function faultOf(request: IncomingMessage): string | undefined {
  if (count(request, 'authorization') > 1) return 'The request has more than one Authorization header; send only one';
  const hosts = count(request, 'host');
  if (hosts > 1) return 'The request has more than one Host header; send only one';
  if (hosts === 0 && request.httpVersion !== '1.0') return 'The request has no Host header; HTTP/1.1 requires one';
  return undefined;
}

/** Refuses a request with ambiguous headers with 400, before anything reads it; returns false for all others. */
export function refuseDoubledHeaders(request: IncomingMessage, response: ServerResponse): boolean {
  const message = faultOf(request);
  if (message === undefined) return false;
  response.writeHead(400, { 'Content-Type': 'application/problem+json', Connection: 'close' });
  response.end(
    JSON.stringify({
      type: '/docs#ambiguous_headers',
      title: 'The request headers are ambiguous',
      status: 400,
      code: 'ambiguous_headers',
      message,
      detail: message,
    }),
  );
  return true;
}
