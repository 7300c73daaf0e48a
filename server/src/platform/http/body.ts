import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { faultOfShape } from './json.shape.ts';

const notJson = 'The request body is not valid JSON';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of a file body that this route accepts. */
    takes?: readonly string[];
    /** Keeps the body as bytes, because it must not be parsed before its signature is checked. */
    isSigned?: true;
    /** Keeps the body as bytes, because it is parsed on another thread. */
    isReadApart?: true;
  }
}

/** Parses JSON, and refuses text that is malformed, nested too deep, has too many values or a duplicate key. */
export function readJson(
  text: string,
  { revive, mostValues }: { revive?: Parameters<typeof JSON.parse>[1]; mostValues?: number } = {},
): unknown {
  const fault = faultOfShape(text, mostValues);
  if (fault !== undefined) throw new Refusal('malformed_body', { message: fault });
  try {
    return JSON.parse(text, revive) as unknown;
  } catch {
    throw new Refusal('malformed_body', { message: notJson });
  }
}

/** Parses file bodies as bytes, only on routes that accept their type. */
function acceptFiles(app: FastifyInstance): void {
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (request, body, done) => {
    const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (request.routeOptions.config.takes?.includes(type) !== true) return done(new Refusal('unsupported_media_type'));
    request.rawBody = typeof body === 'string' ? Buffer.from(body) : body;
    return done(null, undefined);
  });
}

/** Keeps forms as bytes, only on signed routes: WooCommerce tries an address with a form. */
function acceptSignedForms(app: FastifyInstance): void {
  app.addContentTypeParser(/^application\/x-www-form-urlencoded/, { parseAs: 'buffer' }, (request, body, done) => {
    if (!request.routeOptions.config.isSigned) return done(new Refusal('unsupported_media_type'));
    request.rawBody = typeof body === 'string' ? Buffer.from(body) : body;
    return done(null, undefined);
  });
}

/** Parses JSON bodies and keeps their bytes for signatures; refuses `__proto__` and `constructor`. */
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
  acceptFiles(app);
  acceptSignedForms(app);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    request.rawBody = bytes;
    const { isSigned, isReadApart } = request.routeOptions.config;
    if (bytes.length === 0 || isSigned || isReadApart) return done(null, undefined);
    const text = bytes.toString('utf8');
    const fault = faultOfShape(text);
    if (fault !== undefined) return done(new Refusal('malformed_body', { message: fault }));
    return parse(request, text, (error, value) =>
      error ? done(new Refusal('malformed_body', { message: notJson })) : done(null, value),
    );
  });
}
