import { useLingui } from '@lingui/react/macro';
import { variant } from './variant.ts';

/** What the variant calls the area where creators manage their storefront (S24). */
export function useManageLabel(): string {
  const { i18n, t } = useLingui();
  return variant.manageLabel[i18n.locale] ?? variant.manageLabel['en'] ?? t`Manage`;
}
