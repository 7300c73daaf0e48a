import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { linkCode } from '@vitrine/contract/links.ts';

const noShop = msg`This brand hasn’t set up its shop address yet, so you can’t create links.`;
const wholeLink = msg`Paste the whole link, starting with https://.`;

/** The text for a destination or a custom ending that the server refused for this reason. */
export function useLinkRefusals(brand: string) {
  const { t, i18n } = useLingui();
  return {
    destination: (reason: string): string => {
      const allowed = /^must lead to (.+)$/.exec(reason)?.[1];
      if (allowed === undefined) return t(wholeLink);
      if (allowed.includes(' ') && !allowed.includes(' or ')) return t(noShop);
      const hosts = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(allowed.split(' or '));
      return t`That link isn’t from ${brand}. Paste a link from ${hosts}.`;
    },
    code: (reason: string, typed: string): string => {
      if (!linkCode.test(typed)) return t`Use 3 to 64 letters, digits, hyphens or underscores.`;
      return reason === 'is reserved'
        ? t`“${typed}” is reserved. Try another one.`
        : t`“${typed}” is already taken. Try another one.`;
    },
  };
}
