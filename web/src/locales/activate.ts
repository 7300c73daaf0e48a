import { i18n, type Messages } from '@lingui/core';

const catalogues = {
  en: () => import('./en.po'),
} satisfies Record<string, () => Promise<{ messages: Messages }>>;

export type Locale = keyof typeof catalogues;

/** Loads the texts of a language. The build strips the texts from the code, so English too comes from its catalogue. */
export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogues[locale]();
  i18n.loadAndActivate({ locale, messages });
}
