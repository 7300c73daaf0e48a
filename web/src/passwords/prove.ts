import { stepUp } from '@vitrine/contract/passwords.ts';
import { call } from '../api/call.ts';
import { keepProof } from './proofs.ts';

/**
 * Confirms the password and returns the proof that a sensitive call needs. A wrong password is refused at `password`.
 */
export async function prove(password: string): Promise<string> {
  const { proof, expires_at } = (await call(stepUp, { body: { password } })).data;
  keepProof(proof, expires_at);
  return proof;
}
