// The server's reasons against a commission rule, as server/src/terms/terms.service.ts writes them. Only what the form
// can't know or check by itself.
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { type ReasonText, translateReason } from '../brand/reason-texts.ts';
import { formatCalendarDate } from '../format/dates.ts';

const ruleReasons: readonly ReasonText[] = [
  [/^must be a date/, () => t`Please choose a date.`],
  [
    /^must not be before starts_on, which is (\d{4}-\d\d-\d\d)/,
    (first = '') => {
      const day = formatCalendarDate(first, i18n.locale);
      return t`Please choose ${day} or a later day.`;
    },
  ],
  [
    /^must be the handle of one of your creators; (.+) is none$/,
    (handle) => t`@${handle} is no longer one of your creators. Please choose another one.`,
  ],
  [/^must be the id of one of your groups$/, () => t`This group no longer exists. Please choose another one.`],
  [
    /^must not have the same target as rule (\d+), unless/,
    (position) => {
      // The contract counts rules from 0, the form from 1.
      const number = String(Number(position) + 1);
      return t`This rule covers the same as rule ${number}. Give only one of the two dates, make only one of them for new customers, or choose other dates.`;
    },
  ],
];

/** Why a rule is refused, in the words of the form. */
export const ruleReason = (reason: string) => translateReason(ruleReasons, reason);
