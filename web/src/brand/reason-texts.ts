// The server writes its reasons against a field in English. Those that staff can run into have texts here and in
// web/src/catalogue/import-reasons.ts; any other is shown as it is written.
import { t } from '@lingui/core/macro';
import { formatMoney } from '../format/money.ts';
import { formatNumber } from '../format/numbers.ts';

/** What a reason looks like, and its text with what the pattern found in it. */
export type ReasonText = readonly [reason: RegExp, text: (...found: string[]) => string];

/** For a reason in which the pattern finds only counts. */
export const withCounts =
  (text: (...counts: string[]) => string) =>
  (...found: string[]): string =>
    text(...found.map((count) => formatNumber(Number(count))));

export const fieldReasons: readonly ReasonText[] = [
  [/^must not be empty$/, () => t`must not be empty`],
  [/^must have at most (\d+) characters$/, withCounts((most) => t`must have at most ${most} characters`)],
  [/^must not contain control characters$/, () => t`must not contain control characters`],
  [
    /^must not contain invisible characters, like (U\+\w+)(?: \(.+\))? at position (\d+)$/,
    (code, position) => t`must not contain the invisible character ${code} at position ${position}`,
  ],
  [/^must have a letter or another visible character$/, () => t`must have a letter or another visible character`],
];

/** Against a file of any kind. */
export const csvReasons: readonly ReasonText[] = [
  [
    /^has (\d+) cells, but the header has (\d+)$/,
    withCounts((cells, columns) => t`has ${cells} cells, but the header has ${columns}`),
  ],
  [/^has text after a closing quotation mark$/, () => t`has text after a closing quotation mark`],
  [/^has an opening quotation mark without/, () => t`has an opening quotation mark without a closing one`],
  [
    /^must have at most (\d+) columns; the first row has (\d+)$/,
    withCounts((most, columns) => t`must have at most ${most} columns; the first row has ${columns}`),
  ],
];

export const addressReasons: readonly ReasonText[] = [
  ...fieldReasons,
  [/^must be an address, like (\S+)$/, (example) => t`must be an address, like ${example}`],
  [/^must not contain a user ?name or password$/, () => t`must not contain a username or password`],
  [
    /^must not lead to this server’s own network, like (.+)$/,
    (host) => t`must not lead to this server’s own network, like ${host}`,
  ],
  [/^must not lead to a private network, like (.+)$/, (host) => t`must not lead to a private network, like ${host}`],
  [/^must begin with https:\/\/, not (.+)$/, (scheme) => t`must begin with https://, not ${scheme}`],
  [/^must use port 443 or 8443, not (\d+)$/, (port) => t`must use port 443 or 8443, not ${port}`],
  [/^must have a complete host name, not only (.+)$/, (host) => t`must have a complete host name, not only ${host}`],
];

const pictureReasons: readonly ReasonText[] = [
  ...fieldReasons,
  [
    /^must be a JPEG, PNG, WebP or GIF of at most/,
    () => t`must be a JPEG, PNG, WebP or GIF of at most 40 megapixels and 20,000 pixels per side`,
  ],
  [
    /^needs too much memory to open/,
    () => t`needs too much memory to open; save it as a regular JPEG or PNG and upload that`,
  ],
  [
    /^takes too long to open/,
    () => t`takes too long to open; save it as a smaller picture or a regular JPEG or PNG and upload that`,
  ],
  [/^was taken down/, () => t`was taken down, so it can’t be uploaded again; choose another one`],
];

/** Of server/src/orders/orders.refund-input.ts, which has amounts in minor units. */
const refundReasons = (currency: string): readonly ReasonText[] => [
  ...fieldReasons,
  [
    /^must not be above (\d+), the quantity left on this line$/,
    withCounts((left) => t`Please enter at most ${left}, the quantity left on this line.`),
  ],
  [
    /^must not be above (\d+), the amount left on this line$/,
    (amount = '0') => {
      const left = formatMoney({ amount, currency });
      return t`Please enter at most ${left}, the amount left on this line.`;
    },
  ],
  [
    /^must not be worth more than \d+, the amount left on this line/,
    () => t`These pieces are worth more than what is left on this line. Please enter an amount instead.`,
  ],
  [/^must be (\S+), the order’s currency$/, (own) => t`must be ${own}, the order’s currency`],
  [/^must be a line of the order$/, () => t`must be a line of the order`],
  [/^must not be used by another line$/, () => t`must not be used by another line`],
];

/** A reason in the user's language. */
export function translateReason(texts: readonly ReasonText[], reason: string): string {
  for (const [pattern, text] of texts) {
    const found = pattern.exec(reason);
    if (found) return text(...found.slice(1));
  }
  return reason;
}

/** Why a short text is refused. */
export const fieldReason = (reason: string) => translateReason(fieldReasons, reason);

const nameReasons: readonly ReasonText[] = [
  ...fieldReasons,
  [
    /^must not look like the name of another brand: “(.+)” reads like “(.+)”\. Choose/,
    (name, other) =>
      t`“${name}” looks like the name of another brand, “${other}”. Choose a name that can’t be mistaken for it.`,
  ],
];

const hostReasons: readonly ReasonText[] = [
  ...fieldReasons,
  [
    /^must be a host name, like shop\.example, not the IP address (\S+)$/,
    (address) => t`${address} is an IP address. Enter a host like shop.example.`,
  ],
  [
    /^must be a host of the brand’s shop, not (\S+), which is this portal$/,
    (host) => t`${host} is this portal. Enter only hosts of your shop.`,
  ],
  [
    /^must be a host of one shop, not (\S+), under which anybody can have a name; use a whole one, like (\S+)$/,
    (host, example) => t`Anybody can have a name under ${host}. Enter the whole host of your shop, like ${example}.`,
  ],
  [
    /^must be a host of the brand’s own shop, not (.+), a host of (.+), which looks like (.+); if it is yours/,
    (host, _site, known) => t`${host} looks like ${known}. If it’s your shop’s, ask the operator of this portal.`,
  ],
  [
    /^must be a host of the brand’s own shop, not ([^,;]+)(?:, .+)?; if it is yours/,
    (host) => t`${host} belongs to a well-known site. If it’s your shop’s, ask the operator of this portal.`,
  ],
  [
    /^must have at most (\d+) entries, together/,
    (most) => t`Please enter at most ${most} hosts, together with those that wait.`,
  ],
];

/** Why a brand’s name is refused. */
export const nameReason = (reason: string) => translateReason(nameReasons, reason);

/** Why a host of a brand’s shop is refused. */
export const hostReason = (reason: string) => translateReason(hostReasons, reason);

/** Why an address that we are to call is refused. */
export const addressReason = (reason: string) => translateReason(addressReasons, reason);

/** Why a picture is refused. */
export const pictureReason = (reason: string) => translateReason(pictureReasons, reason);

/** Why a refund is refused, with amounts as money in the order's currency. */
export const refundReason = (reason: string, currency: string) => translateReason(refundReasons(currency), reason);
