import { t } from '@lingui/core/macro';
import { regionNames } from '@vitrine/contract/values/formatters.ts';
import { appName } from '../format/apps.ts';

type HitTexts = { name: () => string; why: () => string };

/** Name and explanation of each hit class; the keys are the classes of the links domain. */
const classes: Record<string, HitTexts> = {
  human: {
    name: () => t`People`,
    why: () => t`A real person opened the link in a browser. This counts as a click.`,
  },
  duplicate: {
    name: () => t`Repeat clicks`,
    why: () => t`The same browser clicked again within 30 minutes. Only the first click counted.`,
  },
  self: {
    name: () => t`Your own clicks`,
    why: () => t`Clicks from a browser where you’re logged in. The link still opens the shop.`,
  },
  owner_preview: { name: () => t`Your own views`, why: () => t`You viewed your own storefront.` },
  bot: {
    name: () => t`Bots`,
    why: () => t`Search engines, scanners and other programs, and pages that opened the link automatically.`,
  },
  preview: {
    name: () => t`Link previews`,
    why: () => t`An app loaded the page to show a picture and a title next to your link.`,
  },
  prefetch: {
    name: () => t`Preloaded`,
    why: () => t`A browser loaded the page ahead of time, in case someone clicked the link.`,
  },
  flood: {
    name: () => t`Too many clicks at once`,
    why: () => t`A program sent many clicks from one place in a short time.`,
  },
  head: { name: () => t`Link checks`, why: () => t`A program checked whether the link exists, without opening it.` },
};

const devices: Record<string, () => string> = {
  mobile: () => t`phone`,
  phone: () => t`phone`,
  tablet: () => t`tablet`,
  desktop: () => t`computer`,
};
/** Proper names, the same in every language; an unknown app is shown by its own name. */
type Origin = { app: string; browser: string; device: string; country: string };

/** What is known about where a hit came from: "Instagram, phone, Germany". */
export function hitOrigin({ app, browser, device, country }: Origin, locale: string): string {
  const isRegion = /^[A-Z]{2}$/.test(country);
  const place = isRegion ? regionNames(locale, {}).of(country) : country;
  return [app ? appName(app) : browser, devices[device]?.() ?? device, place].filter(Boolean).join(', ');
}

export function hitName(kind: string): string {
  return classes[kind]?.name() ?? kind.replaceAll('_', ' ');
}

export function hitReason(kind: string): string {
  return classes[kind]?.why() ?? t`It didn’t look like a click from a real person.`;
}
