// The server's reasons against a product and a row of a file, as server/src/catalogue and its readers of CSV write them.
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { csvReasons, fieldReasons, type ReasonText, translateReason, withCounts } from '../brand/reason-texts.ts';
import { fieldName } from './import-texts.ts';

/** `a, b` in the words of the user. */
const listed = (parts: string, separator: string, type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat(i18n.locale, { type }).format(parts.split(separator));
const either = (parts: string) => listed(parts, ' or ', 'disjunction');
const fieldNames = (fields: string) => listed(fields.split(', ').map(fieldName).join('|'), '|', 'conjunction');

const textReasons: readonly ReasonText[] = [
  ...fieldReasons,
  [/^must not contain \.\. between slashes$/, () => t`must not contain .. between slashes`],
  [
    /^must not start with =, \+, - or @/,
    () => t`must not start with =, +, - or @, because a spreadsheet would run it as a formula`,
  ],
  [/^must not contain line breaks or tabs$/, () => t`must not contain line breaks or tabs`],
  [/^must be active, draft or archived$/, () => t`must be active, draft or archived`],
  [/^must be true, false, or a number of pieces$/, () => t`must be true, false, or a number of pieces`],
  [/^must be true or false$/, () => t`must be true or false`],
  [
    /^must be an http or https link that ends in/,
    () => t`must be an http or https link that ends in webp, jpeg, jpg, png or gif`,
  ],
  [/^appears on more than one line: (.+)$/, (lines) => t`appears on more than one line: ${lines}`],
];

const priceReasons: readonly ReasonText[] = [
  [
    /^is ambiguous; use (\S+), or a price with at most (\d+) decimals$/,
    (price, decimals) => t`is ambiguous; use ${price}, or a price with at most ${decimals} decimals`,
  ],
  [
    /^is ambiguous; use (.+)$/,
    (prices) => {
      const ways = either(prices);
      return t`is ambiguous; use ${ways}`;
    },
  ],
  [
    /^is in (\S+); use (\S+), the brand’s currency$/,
    (other, own) => t`is in ${other}; use ${own}, the brand’s currency`,
  ],
  [
    /^has “(.+)”, which is not (\S+), the brand’s currency$/,
    (sign, own) => t`has “${sign}”, which is not ${own}, the brand’s currency`,
  ],
  [/^must be a price in (\S+), like (\S+)$/, (own, example) => t`must be a price in ${own}, like ${example}`],
  [/^must be (\S+), the brand’s currency$/, (own) => t`must be ${own}, the brand’s currency`],
  [/^must not be below zero$/, () => t`must not be below zero`],
  [/^is too large$/, () => t`is too large`],
];

const linkReasons: readonly ReasonText[] = [
  [/^must start with https:\/\/$/, () => t`must start with https://`],
  [/^must not lead back to this portal$/, () => t`must not lead back to this portal`],
  [/^must have a host name, not an IP address$/, () => t`must have a host name, not an IP address`],
  [/^must not have a port$/, () => t`must not have a port`],
  [
    /^must not contain spaces, backslashes or invisible/,
    () => t`must not contain spaces, backslashes or invisible characters`,
  ],
  [/^must be a full address, like (\S+)$/, (example) => t`must be a full address, like ${example}`],
  [/^must not contain a username or password$/, () => t`must not contain a username or password`],
  [
    /^must lead to the brand’s shop, but/,
    () => t`must lead to the brand’s shop, but the brand has no shop address yet`,
  ],
  [
    /^must lead to (.+)$/,
    (found) => {
      const hosts = either(found);
      return t`must lead to ${hosts}`;
    },
  ],
];

const fileReasons: readonly ReasonText[] = [
  ...csvReasons,
  [/^must be a product with variants$/, () => t`must be a product with variants`],
  [
    /^has (\d+) images; at most (\d+) are allowed$/,
    withCounts((images, most) => t`has ${images} images; at most ${most} are allowed`),
  ],
  [
    /^must have at most (\d+) rows; put the rest in another import$/,
    withCounts((most) => t`must have at most ${most} rows; put the rest in another import`),
  ],
  [
    /^must have at most (\d+) variants in total, not (\d+)/,
    withCounts(
      (most, variants) =>
        t`must have at most ${most} variants in total, not ${variants}; split them into several imports`,
    ),
  ],
  [
    /^must have column names in the first row; (.+) (?:is|are) missing$/,
    (fields) => {
      const missing = fieldNames(fields);
      return t`must have column names in the first row; missing: ${missing}`;
    },
  ],
  [
    /^must have each column only once; (.+) appears twice, as columns (\d+) and (\d+)/,
    (heading, first, second) =>
      t`must have each column only once; ${heading} appears twice, as columns ${first} and ${second}. Rename or remove one of them`,
  ],
  [
    /^must not read the column “(.+)” as both (\S+) and (\S+); choose another column$/,
    (heading, one, other) => {
      const [first, second] = [fieldName(one), fieldName(other)];
      return t`must not read the column “${heading}” as both ${first} and ${second}; choose another column`;
    },
  ],
];

const reasons = [...textReasons, ...priceReasons, ...linkReasons, ...fileReasons];

/** Why a product, a row of a file or the whole file is refused. */
export const importReason = (reason: string) => translateReason(reasons, reason);
