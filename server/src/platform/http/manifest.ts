import type { FastifyInstance } from 'fastify';
import { type Variants, variantOfHost } from '../variants/variants.ts';

export const manifestPath = '/manifest.webmanifest';

/** What a phone needs to put the portal on its home screen, where iPhones and iPads allow push notifications. */
export function serveManifest(app: FastifyInstance, variants: Variants): void {
  app.get(manifestPath, { config: { policy: 'public' } }, (request, reply) => {
    const { name, colors } = variantOfHost(variants, request.host);
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(
        JSON.stringify({
          name,
          short_name: name,
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: colors.light.paper,
          theme_color: colors.light.paper,
          icons: [192, 512].map((size) => ({
            src: `/assets/mark-${size}.png`,
            type: 'image/png',
            sizes: `${size}x${size}`,
          })),
        }),
      );
  });
}
