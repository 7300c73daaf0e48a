import { statusOfTakedown } from '@vitrine/contract/values/takedown-categories.ts';
import { takedownPicture } from './takedown.picture.ts';
import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { findPicture, keepPicture } from './pictures.service.ts';

/** Prevents a picture from being interpreted as a page of this site. */
const pictureHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Caches ask after two seconds, so that a take-down reaches everyone; mostly they get a 304.
  'Cache-Control': 'public, max-age=2',
};

export function registerPictures(routes: Routes): void {
  const { app, ctx } = routes;
  serve(routes, uploadPicture, (call) => keepPicture(ctx, call.actor, { ...call.query, bytes: call.raw }));
  app.get<{ Params: { file: string } }>('/media/p/:file', { config: { policy: 'public' } }, async (request, reply) => {
    const code = /^([\w-]{22})\.webp$/.exec(request.params.file)?.[1];
    if (code === undefined) return reply.callNotFound();
    // A picture never changes, so its code is its tag.
    const tag = `"${code}"`;
    const isKnown = request.headers['if-none-match'] === tag;
    const found = await findPicture(ctx, code, { withBytes: !isKnown });
    if (found === undefined) return reply.callNotFound();
    if ('takedown' in found) {
      return reply
        .code(statusOfTakedown(found.takedown.category))
        .headers({ ...pictureHeaders, 'Cache-Control': 'no-cache' })
        .type('image/svg+xml')
        .send(takedownPicture(found.takedown));
    }
    void reply.headers({ ...pictureHeaders, ETag: tag });
    return isKnown ? reply.code(304).send() : reply.type('image/webp').send(found.bytes);
  });
}
