import { useEffect } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { showLocale } from '../locales/texts.ts';
import { showTheme } from './theme.ts';

/** Applies the user's language and theme, also when they change. */
export function useChoicesOfUser(): void {
  const { theme, locale } = useUser();
  useEffect(() => {
    showTheme(theme);
    return () => showTheme('system');
  }, [theme]);
  useEffect(() => {
    // If the texts can't be loaded, the page keeps its language.
    showLocale(locale).catch(() => undefined);
  }, [locale]);
}
