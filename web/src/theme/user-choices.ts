import { useEffect } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { showLocale } from '../locales/texts.ts';
import { showTheme } from './theme.ts';

/** Language and theme as the person has them, also when they choose others meanwhile. */
export function useChoicesOfUser(): void {
  const { theme, locale } = useUser();
  useEffect(() => {
    showTheme(theme);
    return () => showTheme('system');
  }, [theme]);
  useEffect(() => {
    // Should the texts not come, the page stays readable in the language it has.
    showLocale(locale).catch(() => undefined);
  }, [locale]);
}
