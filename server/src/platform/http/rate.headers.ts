import type { FastifyInstance, FastifyReply } from 'fastify';

/** All limits count the requests of a minute. */
const windowSeconds = 60;

function numberIn(reply: FastifyReply, header: string): number | undefined {
  const value = Number(reply.getHeader(header) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Tells a shop how many requests it has left, so that it can slow down before it is refused: the call's limit and window,
 * and what is left of it for how many seconds (draft-ietf-httpapi-ratelimit-headers, structured fields).
 */
export function reportRateLimits(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.actor?.kind !== 'shop') return;
    const quota = numberIn(reply, 'x-ratelimit-limit');
    const remaining = numberIn(reply, 'x-ratelimit-remaining');
    const seconds = numberIn(reply, 'x-ratelimit-reset');
    if (quota === undefined || remaining === undefined || seconds === undefined) return;
    void reply
      .header('RateLimit-Policy', `"default";q=${quota};w=${windowSeconds}`)
      .header('RateLimit', `"default";r=${remaining};t=${Math.max(seconds, 0)}`);
  });
}
