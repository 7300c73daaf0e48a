import { stepUp } from '@vitrine/contract/passwords.ts';
import { call } from '../api/call.ts';

/** Gives the password again; answers the proof that a sensitive call takes along. A wrong one is refused on `password`. */
export async function prove(password: string): Promise<string> {
  return (await call(stepUp, { body: { password } })).data.proof;
}
