import type { QueryClient } from '@tanstack/react-query';
import { loginAs } from '@vitrine/contract/impersonation.ts';
import { call } from '../api/call.ts';
import { actAs, readToken } from '../api/token.ts';

/** Redemptions by code, because a code works once and the router may run the loader twice for one visit. */
const redemptions = new Map<string, Promise<boolean>>();

/** Redeems an operator's grant; from then on the session is that of the creator it names (S22). False if it was refused. */
export function logInAs(queryClient: QueryClient, uid: string, code: string): Promise<boolean> {
  const known = redemptions.get(code);
  if (known) return known;
  const redemption = redeem(queryClient, uid, code);
  redemptions.set(code, redemption);
  return redemption;
}

async function redeem(queryClient: QueryClient, uid: string, code: string): Promise<boolean> {
  if (!readToken()) return false;
  try {
    const { token } = (await call(loginAs, { params: { uid }, body: { code } })).data;
    actAs(token);
    queryClient.clear();
    return true;
  } catch {
    // The same page follows whatever the reason, so that it gives nothing away.
    return false;
  }
}
