/**
 * The requests made before the app was loaded (web/src/early.ts): with which token, when, and the responses by address;
 * `undefined` where the app took the response, or made the request itself first. `refused`: copies of the responses that
 * aren't 2xx, because a page may take none of them.
 */
export type Early = {
  token: string;
  askedAt: number;
  answers: Map<string, Promise<Response> | undefined>;
  refused: { push: (response: Response) => unknown };
};

declare global {
  interface Window {
    early?: Early;
    /** The part of Trusted Types (W3C) used here; not every browser has it. */
    trustedTypes?: {
      createPolicy(
        name: 'vitrine',
        rules: { createScriptURL(address: string): string },
      ): { createScriptURL(address: string): string };
    };
  }
}

/** Longer than the app takes on a slow line; after that the response may be out of date. */
const freshMs = 15_000;

/** The early response to this call, if there is one. It is returned once: a later call fetches again. */
export function takeEarly(address: string, token: string | undefined): Promise<Response> | undefined {
  const { early } = window;
  if (!early || early.token !== token || Date.now() - early.askedAt > freshMs) return undefined;
  const answer = early.answers.get(address);
  early.answers.set(address, undefined);
  return answer;
}

/** Drops the answers that nobody has taken yet: something has changed since they were asked for. */
export function forgetEarly(): void {
  const { early } = window;
  for (const address of early?.answers.keys() ?? []) early?.answers.set(address, undefined);
}

/** Passes on every early response that isn't 2xx, those that came before and those that are still to come. */
export function whenEarlyIsRefused(notice: (response: Response, token: string) => void): void {
  const { early } = window;
  if (!early) return;
  const { token, refused } = early;
  early.refused = { push: (response) => notice(response, token) };
  if (Array.isArray(refused)) for (const response of refused) notice(response, token);
}
