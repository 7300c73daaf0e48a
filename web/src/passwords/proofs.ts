import type { Endpoint, Proof } from '@vitrine/contract/endpoint.ts';
import { proveWith } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { readToken } from '../api/token.ts';

// Calls that take a proof ask for it here, whichever screen makes them: a proof that was just given is used again, and
// what the server still misses is asked for in a dialog.

/** What the user is asked for: `proof` is that of a password that was entered already. */
export type MissingProof = { needed: Proof; proof: string | undefined };
type Kept = { proof: string; token: string | undefined; until: number };

let kept: Kept | undefined;

/** Remembers a proof of this session, in memory only. */
export function keepProof(proof: string, expiresAt: string): void {
  kept = { proof, token: readToken(), until: Date.parse(expiresAt) };
}

function keptProof(): string | undefined {
  return kept && kept.token === readToken() && kept.until > Date.now() ? kept.proof : undefined;
}

function proofIn(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'proof' in body && typeof body.proof === 'string'
    ? body.proof
    : undefined;
}

/** What the refusal misses; nothing if it is about something else. */
function missingIn(error: unknown, { proof: needed }: Endpoint, proof: string | undefined): MissingProof | undefined {
  if (!(error instanceof ApiProblem) || needed === undefined) return undefined;
  if (error.code === 'step_up_needed') return { needed, proof: undefined };
  return error.code === 'second_factor_needed' ? { needed, proof } : undefined;
}

/** Asks the user; undefined if they would rather not. */
type Ask = (missing: MissingProof) => Promise<string | undefined>;

/** Lets this part of the page ask for proofs. Returns how to end that. */
export function answerForProofs(ask: Ask): () => void {
  proveWith(async (endpoint, body, send) => {
    const proof = proofIn(body) ?? keptProof();
    const proved = (given: string | undefined) => (given === undefined ? body : { ...Object(body), proof: given });
    try {
      return await send(proved(proof));
    } catch (error) {
      const missing = missingIn(error, endpoint, proof);
      const given = missing && (await ask(missing));
      if (given === undefined) throw error;
      return send(proved(given));
    }
  });
  return () => proveWith(undefined);
}
