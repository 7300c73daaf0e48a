import type { QueryClient } from '@tanstack/react-query';
import { loginAs } from '@vitrine/contract/impersonation.ts';
import { call } from '../api/call.ts';
import { actAs, readToken } from '../api/token.ts';

/** What became of each code: the router may ask twice for one visit, and a code works once. */
const redemptions = new Map<string, Promise<boolean>>();

/** Redeems an operator's grant: from here on the portal is that of the person it names (S22). Answers whether it held. */
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
    // Whatever was wrong with it, the page that follows is the same.
    return false;
  }
}
