import { t } from '@lingui/core/macro';
import { regionNames } from '@vitrine/contract/values/formatters.ts';

type Words = { name: () => string; why: () => string };

/** What a hit was taken for, and why that does or does not count; keys are the classes of the links domain. */
const classes: Record<string, Words> = {
  human: {
    name: () => t`People`,
    why: () => t`Somebody followed the link in a browser. This is what counts as a click.`,
  },
  duplicate: { name: () => t`Again at once`, why: () => t`The same browser within 30 minutes. The first one counted.` },
  self: {
    name: () => t`You yourself`,
    why: () => t`From a browser in which you are signed in. It still leads to the shop.`,
  },
  owner_preview: { name: () => t`Your own preview`, why: () => t`You looked at your own storefront.` },
  bot: {
    name: () => t`Bots`,
    why: () => t`Search engines, scanners and other programs, and pages that loaded the link by themselves.`,
  },
  preview: {
    name: () => t`Link previews`,
    why: () => t`An app fetched the page to show a picture and a title beside your link.`,
  },
  prefetch: {
    name: () => t`Loaded ahead`,
    why: () => t`A browser fetched the page in case somebody would press the link.`,
  },
  flood: {
    name: () => t`Too many clicks at once`,
    why: () => t`A program sent many clicks from one place in a short time.`,
  },
  head: { name: () => t`Only asked`, why: () => t`A program asked whether the link is there, and did not follow it.` },
};

const devices: Record<string, () => string> = {
  mobile: () => t`phone`,
  phone: () => t`phone`,
  tablet: () => t`tablet`,
  desktop: () => t`computer`,
};
/** Proper names, which are the same in every language; another app is called what it calls itself. */
const apps: Record<string, string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  youtube: 'YouTube',
  whatsapp: 'WhatsApp',
  pinterest: 'Pinterest',
  snapchat: 'Snapchat',
};

type Origin = { app: string; browser: string; device: string; country: string };

/** Where a hit came from, as far as it is known: "Instagram, phone, Germany". */
export function hitOrigin({ app, browser, device, country }: Origin, locale: string): string {
  const isRegion = /^[A-Z]{2}$/.test(country);
  const place = isRegion ? regionNames(locale, {}).of(country) : country;
  return [app ? (apps[app] ?? app) : browser, devices[device]?.() ?? device, place].filter(Boolean).join(', ');
}

export function hitName(kind: string): string {
  return classes[kind]?.name() ?? kind.replaceAll('_', ' ');
}

export function hitReason(kind: string): string {
  return classes[kind]?.why() ?? t`It did not look like a person following the link.`;
}
