import { i18n, type Messages } from '@lingui/core';

type Load = () => Promise<{ messages: Messages }>;

/**
 * The build strips the texts from the code, so English too comes from its catalogues: `entry` before anybody has signed
 * in, `portal` with the frame.
 */
const catalogues = {
  en: { entry: () => import('./en/entry.po'), portal: () => import('./en/portal.po') },
} satisfies Record<string, Record<'entry' | 'portal', Load>>;

export type Locale = keyof typeof catalogues;

export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogues[locale].entry();
  // Added, not put in place: the texts of the portal may have come first.
  i18n.load(locale, messages);
  i18n.activate(locale);
}

function activeLocale(): Locale {
  return i18n.locale === 'en' ? i18n.locale : 'en';
}

/** Adds the texts of the pages behind the sign-in, in the language that is active. */
export async function loadPortalTexts(): Promise<void> {
  const locale = activeLocale();
  const { messages } = await catalogues[locale].portal();
  i18n.load(locale, messages);
}
