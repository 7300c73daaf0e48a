import type { Theme } from '@vitrine/contract/values/preferences.ts';

/** The chosen theme; without a choice, the device's. The styles read it from the page (tokens.css). */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}
