import type { QueryClient } from '@tanstack/react-query';
import { finishGoogle, type GoogleTicket, startGoogle } from '@vitrine/contract/google.ts';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { forgetGoogleRegistration, noteGoOut, takeGoOut } from './registration-flags.ts';
import { adoptSession, secondFactorOf, type SignInResult } from '../sessions/session.ts';

/** Redirects to Google, after storing what is needed when the user returns. */
export async function goToGoogle(intent: 'login' | 'register'): Promise<void> {
  const { url, flow } = (await call(startGoogle, { body: { intent } })).data;
  noteGoOut(flow, intent === 'register');
  window.location.assign(url);
}

export type GoogleReturn = SignInResult | { outcome: 'ticket'; ticket: GoogleTicket };

/** Redeems Google's response, only in the browser that started the sign-in. */
export async function comeBackFromGoogle(queryClient: QueryClient, query: string): Promise<GoogleReturn> {
  const flow = takeGoOut();
  if (!flow) throw new ApiProblem({ code: 'sign_in_refused', status: 400, message: 'This browser did not go out' });
  const answer = await call(finishGoogle, { body: { flow, query } }).catch(secondFactorOf);
  if ('outcome' in answer) return answer;
  const { data } = answer;
  if (data.outcome === 'ticket') {
    const { ticket, name, email, picture, expires_at } = data;
    return { outcome: 'ticket', ticket: { ticket, name, email, picture, expires_at } };
  }
  forgetGoogleRegistration();
  return adoptSession(queryClient, data);
}
