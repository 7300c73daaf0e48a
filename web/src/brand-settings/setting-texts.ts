import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { settingChange } from '@vitrine/contract/brand-settings.ts';
import type * as z from 'zod/mini';
import { formatMoney } from '../format/money.ts';

type Change = z.output<typeof settingChange>;

/** The names of the settings, for the history and for creators. */
const names: Record<string, MessageDescriptor> = {
  display_name: msg`Brand name`,
  logo: msg`Logo`,
  accent: msg`Color`,
  hosts: msg`Hosts of your shop`,
  attribution_window_days: msg`Days a click counts`,
  attribution_model: msg`Which click counts`,
  precedence: msg`Code and link on one order`,
  return_window_days: msg`Days to return`,
  terms_notice_days: msg`Notice of lower rates`,
  payout_minimum: msg`Smallest payout`,
  payout_schedule: msg`Payouts`,
  click_parameter: msg`Name of the click in addresses`,
  duplicate_window_minutes: msg`Minutes until a second click counts`,
  time_zone: msg`Time zone`,
  payouts_need_two_factor: msg`Two-factor login for payouts`,
  status: msg`Status`,
};

/** Words for values that are codes in the API. */
const words: Record<string, MessageDescriptor> = {
  last_click: msg`The last one`,
  first_click: msg`The first one`,
  code: msg`The code wins`,
  link: msg`The link wins`,
  on_request: msg`On request`,
  monthly: msg`Monthly`,
  active: msg`Active`,
  paused: msg`Paused`,
};
const coded = new Set(['attribution_model', 'precedence', 'payout_schedule', 'status']);

export function useSettingTexts() {
  const { t } = useLingui();
  const nameOf = (field: string) => (names[field] ? t(names[field]) : field);
  const valueOf = (field: string, value: Change['to']): string => {
    if (value === null) return t`None`;
    if (typeof value === 'boolean') return value ? t`Required` : t`Not required`;
    if (Array.isArray(value)) return value.join(', ');
    if (typeof value === 'object') return formatMoney(value);
    if (typeof value === 'string' && coded.has(field) && words[value]) return t(words[value]);
    return field === 'logo' ? t`A picture` : String(value);
  };
  return { nameOf, valueOf };
}
