import { authenticatePerson } from './sessions/authenticate.ts';
import type { Context } from './context.ts';
import { authenticateShop } from './merchants/authenticate.ts';
import { type Actor, anonymous } from './platform/actor.ts';
import type { CredentialLimit } from './platform/http/credential.limit.ts';
import { sha256 } from './platform/ids.ts';

/** A session's token (`vtp_`) or a shop's key (`vtk_`). */
const bearer = /^Bearer ((vtp|vtk)_[A-Za-z0-9_-]{8,100})$/i;

/**
 * The caller, from the `Authorization` header alone: no cookie and no query parameter authenticates anything. A request
 * that is not the user's own activity doesn't extend their session.
 */
export async function authenticate(
  ctx: Context,
  authorization: string | undefined,
  { isActivity } = { isActivity: true },
): Promise<Actor> {
  const found = authorization === undefined ? null : bearer.exec(authorization);
  const token = found?.[1];
  if (!token) return anonymous;
  return found?.[2] === 'vtk' ? authenticateShop(ctx, token) : authenticatePerson(ctx, token, isActivity);
}

/**
 * `authenticate` for requests: a client that has sent too many wrong tokens is refused before the next one costs a
 * transaction. Simultaneous requests with the same new token count as one: they wait for the first one's result.
 */
export function limitAuthentication(ctx: Context, limit: CredentialLimit) {
  const inProgress = new Map<string, Promise<Actor>>();

  const authenticateCounted = async (client: string, authorization: string, token: string): Promise<Actor> => {
    const attempt = limit.begin(client, token);
    try {
      const actor = await authenticate(ctx, authorization);
      if (actor.kind === 'anonymous') attempt.reject();
      else attempt.accept();
      return actor;
    } catch (error) {
      attempt.cancel();
      throw error;
    }
  };

  return async (client: string, authorization: string | undefined): Promise<Actor> => {
    // A token that is not ours is free to refuse, and may be meant for a proxy in front.
    if (authorization === undefined || !bearer.test(authorization)) return anonymous;
    const token = sha256(authorization).toString('base64');
    const first = inProgress.get(token);
    // A valid token is checked again anyway, because its session may have ended since the first check began.
    if (first !== undefined && (await first).kind === 'anonymous') return anonymous;
    const result = authenticateCounted(client, authorization, token);
    if (!inProgress.has(token)) {
      inProgress.set(token, result);
      const forget = () => void inProgress.delete(token);
      result.then(forget, forget);
    }
    return result;
  };
}
