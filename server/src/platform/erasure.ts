import type { Context } from '../context.ts';
import type { Tx } from './database/database.ts';

/** The user who is erased, as they were before. */
export type ErasedUser = {
  id: string;
  role: string;
  /** The current email address first, then earlier ones. */
  emails: readonly string[];
  displayName: string;
  /** The current handle and all earlier ones. */
  handles: readonly string[];
  /** What is shown in place of the name. */
  pseudonym: string;
};

/** Erases what a domain keeps about a user, in the one transaction of the erasure, with the role `system`. */
export type Erasure = (ctx: Context, tx: Tx, user: ErasedUser) => Promise<void>;

/** Stands for a text that was erased where the column needs one. */
export const erasedText = '(erased)';

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

/** A POSIX pattern for texts that name the user: email address, @handle, /@handle, or the whole name. */
export function mentionsOf({ emails, handles, displayName }: ErasedUser): string {
  const named = [...emails.map(escaped), ...handles.map((handle) => `@${escaped(handle)}\\M`)];
  const name = escaped(displayName.trim());
  if (name !== '') named.push(`(^|\\W)${name}(\\W|$)`);
  return `(${named.join('|')})`;
}
