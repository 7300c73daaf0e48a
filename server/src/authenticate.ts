import { authenticatePerson } from './sessions/authenticate.ts';
import type { Context } from './context.ts';
import { authenticateShop } from './merchants/authenticate.ts';
import { type Actor, anonymous } from './platform/actor.ts';

/** A session's token (`vtp_`) or a shop's key (`vtk_`). */
const bearer = /^Bearer ((vtp|vtk)_[A-Za-z0-9_-]{8,100})$/i;

/**
 * Who calls, by the `Authorization` header alone: no cookie and no query parameter authenticates anything. What is not
 * an activity of the person does not keep their session from running idle.
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
