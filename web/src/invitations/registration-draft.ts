import { localEntries } from '../api/browser-storage.ts';

// What was typed while registering, so that a reload or a closed tab loses nothing. It doesn't contain the password.
export type Draft = {
  invitation: string;
  displayName: string;
  handle: string;
  /** The user changed the handle, so it no longer follows the name. */
  isHandleChosen: boolean;
  email: string;
  /** The cropped picture, as a data address. */
  avatar: string;
  step: 'profile' | 'access' | 'terms';
};

const key = 'registration_draft';

export function emptyDraft(invitation: string): Draft {
  return { invitation, displayName: '', handle: '', isHandleChosen: false, email: '', avatar: '', step: 'profile' };
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map(Object.entries(value));
  const texts = ['invitation', 'displayName', 'handle', 'email', 'avatar'];
  return (
    texts.every((name) => typeof fields.get(name) === 'string') &&
    typeof fields.get('isHandleChosen') === 'boolean' &&
    ['profile', 'access', 'terms'].includes(String(fields.get('step'))) &&
    /^(data:image\/jpeg;base64,[A-Za-z0-9+/=]+)?$/.test(String(fields.get('avatar')))
  );
}

export function readDraft(): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localEntries.read(key) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** If storage is full or blocked, only the draft is lost. */
export function keepDraft(draft: Draft): void {
  try {
    localEntries.write(key, JSON.stringify(draft));
  } catch {
    localEntries.remove(key);
  }
}

export function forgetDraft(): void {
  localEntries.remove(key);
}
