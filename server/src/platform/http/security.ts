import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * The policy of a document that also embeds external pictures: products at the hosts in brands' catalogs, and the
 * picture that Google offers during registration. The list is from the time of the request; a host that a brand adds
 * later works after a reload.
 */
export function withPictures(policy: string, origins: readonly string[]): string {
  return policy.replace(/img-src [^;]*/, (own) => [own, ...origins].join(' '));
}

/** Headers of the portal and the API (reliability C2). Shopper pages set a policy of their own. */
export async function secure(
  app: FastifyInstance,
  options: { publicUrl: string; supportFormUrl?: string | undefined },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // Our own. The portal's document adds the external ones (withPictures).
        imgSrc: ["'self'", 'data:', new URL(options.publicUrl).origin],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // The preview of a creator's own storefront, and the help form if there is one.
        frameSrc: ["'self'", ...(options.supportFormUrl ? [new URL(options.supportFormUrl).origin] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The one of push notifications names the script of their worker (web/src/notifications/push.ts).
        trustedTypes: ['vitrine', 'vitrine-push'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: options.publicUrl.startsWith('https:')
      ? { maxAge: 63_072_000, includeSubDomains: true }
      : false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.header('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    // A page of the other variant, on its host name, shows the same pictures.
    if (request.url.startsWith('/media/')) void reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.url.startsWith('/api/') && !reply.hasHeader('Cache-Control'))
      void reply.header('Cache-Control', 'no-store');
  });
}
