import { uploadPicture } from '@vitrine/contract/pictures.ts';
import { type Routes, serve } from '../platform/http/serve.ts';
import { findPicture, keepPicture } from './pictures.service.ts';

/** Prevents a picture from being interpreted as a page of this site. */
const pictureHeaders = {
  'Content-Type': 'image/webp',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

export function registerPictures(routes: Routes): void {
  const { app, ctx } = routes;
  serve(routes, uploadPicture, (call) => keepPicture(ctx, call.actor, { ...call.query, bytes: call.raw }));
  app.get<{ Params: { file: string } }>('/media/p/:file', { config: { policy: 'public' } }, async (request, reply) => {
    const code = /^([\w-]{22})\.webp$/.exec(request.params.file)?.[1];
    const bytes = code === undefined ? undefined : await findPicture(ctx, code);
    return bytes === undefined ? reply.callNotFound() : reply.headers(pictureHeaders).send(bytes);
  });
}
