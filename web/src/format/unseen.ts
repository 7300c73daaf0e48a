import { t } from '@lingui/core/macro';
import { findNeverShown } from '@vitrine/contract/values/never-shown.ts';

/** What to do about a character in a name that can't be seen; undefined if there is none. */
export function unseenFault(name: string): string | undefined {
  const found = findNeverShown(name.trim());
  if (!found) return undefined;
  const { code, position } = found;
  return t`Please remove the invisible character ${code} at position ${position}.`;
}
