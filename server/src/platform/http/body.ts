import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

const deepest = 20;

/** Counts brackets outside of strings, so that a body of a thousand levels is refused before it is built. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > deepest) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** JSON bodies with their bytes kept for signatures; `__proto__` and `constructor` are refused, nothing else is read. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const empty = Buffer.alloc(0);
  app.decorateRequest('rawBody', {
    getter: () => empty,
    setter(this: FastifyRequest, value: Buffer) {
      Object.defineProperty(this, 'rawBody', { value, writable: true });
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    request.rawBody = bytes;
    if (bytes.length === 0) return done(null, undefined);
    const text = bytes.toString('utf8');
    if (isTooDeep(text))
      return done(new Refusal('malformed_body', { message: `The body is nested more than ${deepest} levels deep` }));
    return parse(request, text, (error, value) =>
      error ? done(new Refusal('malformed_body', { message: 'The body is not valid JSON' })) : done(null, value),
    );
  });
}
