import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useRegion } from '../accounts/accounts.data.ts';
import { appName } from '../format/apps.ts';
import { countryName, deviceName } from './analytics-texts.ts';
import { referrerName } from './referrers.ts';
import type { FilterName } from './search.ts';

export type ValueDimension = Exclude<FilterName, 'link'>;

export const filterLabels: Record<FilterName, MessageDescriptor> = {
  link: msg`Link`,
  country: msg`Country`,
  device: msg`Device`,
  referrer: msg`Source`,
  app: msg`App`,
};

export const dimensionHeadings: Record<FilterName, MessageDescriptor> = {
  link: msg`Most clicked links`,
  country: msg`Countries`,
  device: msg`Devices`,
  referrer: msg`Sources`,
  app: msg`Apps`,
};

/** The name of a value as plain text; a source has its host as well, which tells apart hosts of the same name. */
export function useValueText(): (dimension: ValueDimension, value: string) => string {
  const { t } = useLingui();
  const { locale } = useRegion();
  return (dimension, value) => {
    if (dimension === 'country') return countryName(value, locale);
    if (dimension === 'app') return appName(value);
    if (dimension === 'referrer') {
      const { name, host } = referrerName(value);
      return host === undefined ? name : `${name} (${host})`;
    }
    const device = deviceName(value);
    return device ? t(device) : value;
  };
}
