// The three entries of a registration with Google (specification, section 3). They are in local storage, so that the
// redirect to Google and a closed tab lose nothing:
//   google_registration  a registration is in progress; the user isn't fetched meanwhile (S06)
//   google_go_out        the secret of the sign-in in progress; a response without it is refused
//   google_step_2        the ticket that came back, to register with for an hour
import type { GoogleTicket } from '@vitrine/contract/google.ts';
import { localEntries } from '../api/browser-storage.ts';

const registration = 'google_registration';
const goOut = 'google_go_out';
const stepTwo = 'google_step_2';

export function isGoogleRegistrationOpen(): boolean {
  return localEntries.read(registration) === '1';
}

export function noteGoOut(flow: string, isRegistration: boolean): void {
  localEntries.write(goOut, flow);
  if (isRegistration) localEntries.write(registration, '1');
}

/** Returns the sign-in's secret and removes it. */
export function takeGoOut(): string | undefined {
  const flow = localEntries.read(goOut) ?? '';
  localEntries.remove(goOut);
  return /^vtf_[A-Za-z0-9_-]{43}$/.test(flow) ? flow : undefined;
}

export function noteStepTwo(ticket: GoogleTicket): void {
  localEntries.write(registration, '1');
  localEntries.write(stepTwo, JSON.stringify(ticket));
}

function isTicket(value: unknown): value is GoogleTicket {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const isText = (name: string) => typeof fields.get(name) === 'string';
  return ['ticket', 'name', 'expires_at'].every(isText);
}

/** The ticket that came back, while it is valid. */
export function readStepTwo(): GoogleTicket | undefined {
  const text = localEntries.read(stepTwo);
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isTicket(value) && Date.parse(value.expires_at) > Date.now()) return value;
  } catch {
    // Not a valid entry: removed below.
  }
  forgetGoogleRegistration();
  return undefined;
}

export function forgetGoogleRegistration(): void {
  for (const flag of [registration, goOut, stepTwo] as const) localEntries.remove(flag);
}
