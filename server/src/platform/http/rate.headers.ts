import type { FastifyInstance, FastifyReply } from 'fastify';

/** All limits count the requests of a minute. */
const windowSeconds = 60;

const headers = { quota: 'x-ratelimit-limit', remaining: 'x-ratelimit-remaining', seconds: 'x-ratelimit-reset' };

/** Reads a header of the plugin that counts, and takes it out of the response. */
function taken(reply: FastifyReply, header: string): number | undefined {
  const value = Number(reply.getHeader(header) ?? Number.NaN);
  reply.removeHeader(header);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Tells a shop how many requests it has left, so that it can slow down before it is refused: the call's limit and window,
 * and what is left of it for how many seconds (draft-ietf-httpapi-ratelimit-headers-10, structured fields). The headers
 * with `X-` that preceded this draft are not sent.
 */
export function reportRateLimits(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const [quota, remaining, seconds] = [
      taken(reply, headers.quota),
      taken(reply, headers.remaining),
      taken(reply, headers.seconds),
    ];
    if (request.actor?.kind !== 'shop') return;
    if (quota === undefined || remaining === undefined || seconds === undefined) return;
    void reply
      .header('RateLimit-Policy', `"default";q=${quota};w=${windowSeconds}`)
      .header('RateLimit', `"default";r=${remaining};t=${Math.max(seconds, 0)}`);
  });
}
