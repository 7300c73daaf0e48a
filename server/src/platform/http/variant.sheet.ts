import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Variant, Variants } from '../variants/variants.ts';

/** The address of a variant's colors, with a hash of them; undefined if it only uses its style. */
export function variantSheetPath({ css, key }: Variant): string | undefined {
  if (css === '') return undefined;
  return `/variants/${key}.css?v=${createHash('sha256').update(css).digest('hex').slice(0, 8)}`;
}

/** Serves the colors of the variants that have their own. They are read at the start, because their file can change. */
export function serveVariantSheets(app: FastifyInstance, { byKey }: Variants): void {
  app.get<{ Params: { file: string } }>('/variants/:file', { config: { policy: 'public' } }, async (request, reply) => {
    const variant = byKey.get(request.params.file.replace(/\.css$/, ''));
    if (!variant?.css || !request.params.file.endsWith('.css')) return reply.callNotFound();
    const isCurrent = request.url === variantSheetPath(variant);
    return reply
      .type('text/css; charset=utf-8')
      .header('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
      .send(variant.css);
  });
}
