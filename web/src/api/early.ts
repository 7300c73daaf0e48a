/**
 * What was asked for before the app was there (web/src/early.ts): by whose token, when, and the answers by address;
 * `undefined` where the app has taken the answer, or was there first and has asked itself.
 */
export type Early = { token: string; askedAt: number; answers: Map<string, Promise<Response> | undefined> };

declare global {
  interface Window {
    early?: Early;
    /** Of Trusted Types (W3C), as far as it is used here; not every browser has it. */
    trustedTypes?: {
      createPolicy(
        name: 'vitrine',
        rules: { createScriptURL(address: string): string },
      ): { createScriptURL(address: string): string };
    };
  }
}

/** Longer than a slow line needs for the app; after that it may be out of date. */
const freshMs = 15_000;

/** The answer to what this call asks for, where it was asked for early. It is given once: who asks again wants it anew. */
export function takeEarly(address: string, token: string | undefined): Promise<Response> | undefined {
  const { early } = window;
  if (!early || early.token !== token || Date.now() - early.askedAt > freshMs) return undefined;
  const answer = early.answers.get(address);
  early.answers.set(address, undefined);
  return answer;
}
