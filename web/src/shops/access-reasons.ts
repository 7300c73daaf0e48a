// The server's reasons against the access to a shop: its secret, as contract/src/connections.ts and
// server/src/shops/connections.service.ts write them, and its app, as server/src/shops/sync/sync.service.ts does.
import { t } from '@lingui/core/macro';
import { fieldReasons, type ReasonText, translateReason } from '../brand/reason-texts.ts';

const secretReasons: readonly ReasonText[] = [
  [/^is an address\. Enter/, () => t`is an address. Enter the secret with which your shop signs its webhooks`],
  [
    /^is an access token of an app at Shopify\. Enter/,
    () => t`is an access token of an app at Shopify. Enter the secret with which Shopify signs its webhooks`,
  ],
  [
    /^is a key of WooCommerce’s REST API\. Enter/,
    () =>
      t`is a key of WooCommerce’s REST API. Enter the secret that the plugin shows, or that you chose for the webhooks`,
  ],
  [
    /^is one of your Stripe API keys\. Enter/,
    () => t`is one of your Stripe API keys. Enter the signing secret of the webhook endpoint, which begins with whsec_`,
  ],
  [
    /^must be the signing secret of the webhook endpoint at Stripe/,
    () => t`must be the signing secret of the webhook endpoint at Stripe, which begins with whsec_`,
  ],
  [
    /^is the secret of the demo, which is public\./,
    () => t`is the secret of the demo, which is public. Use the one that your shop shows`,
  ],
  [
    /^has a space or a sign that no secret has\./,
    () => t`has a space or a sign that no secret has. Copy the secret alone, exactly as your shop shows it`,
  ],
  [
    /^must have 8 to 200 characters\. Copy the whole secret/,
    () => t`must have 8 to 200 characters. Copy the whole secret, as your shop shows it`,
  ],
  [
    /^must have 8 to 200 characters\. Copy the secret alone/,
    () => t`must have 8 to 200 characters. Copy the secret alone, as your shop shows it`,
  ],
];

const appReasons: readonly ReasonText[] = [
  ...fieldReasons,
  [
    /^must have 8 to 200 letters, numbers or signs/,
    () => t`must have 8 to 200 letters, numbers or signs without spaces, as Shopify shows it`,
  ],
  [
    /^is “(.*)”\. Enter the shop’s own address, like (\S+)$/,
    (sent, example) => t`is “${sent}”. Enter the shop’s own address, like ${example}`,
  ],
  [
    /^is the secret of an app\. Enter/,
    () => t`is the secret of an app. Enter it as the client secret, together with the client ID`,
  ],
  [
    /^is an access token\. Enter the API secret key/,
    () => t`is an access token. Enter the API secret key, which Shopify shows below it`,
  ],
  [/^is an access token\. Enter it as/, () => t`is an access token. Enter it as the access token`],
  [/^is missing\. Shopify shows it in the settings/, () => t`is missing. Shopify shows it in the settings of the app`],
  [/^is missing\. Shopify shows it below/, () => t`is missing. Shopify shows it below the client ID`],
  [
    /^is (\S+), but there is no shop\./,
    (domain) => t`is ${domain}, but there is no shop. Compare it with the address in Shopify’s settings`,
  ],
  [
    /^was refused by (\S+)\. Copy/,
    (domain) => t`was refused by ${domain}. Copy it from the settings of the app once more`,
  ],
  [
    /^belongs to an app that isn’t installed in (\S+)\. Install/,
    (domain) => t`belongs to an app that isn’t installed in ${domain}. Install the app there first`,
  ],
  [
    /^belongs to an app without the permission (\S+)\. Add/,
    (permission) =>
      t`belongs to an app without the permission ${permission}. Add it in Shopify and install the new version`,
  ],
  [
    /^is a shop that sells in (\S+), and the brand’s currency is (\S+)$/,
    (shops, brands) => t`is a shop that sells in ${shops}, and the brand’s currency is ${brands}`,
  ],
  [
    /^is (\S+), but the shop is paused or closed\./,
    (domain) => t`is ${domain}, but the shop is paused or closed. Open it in Shopify first`,
  ],
  [
    /^is (\S+), but Shopify allows no more requests now\./,
    (domain) => t`is ${domain}, but Shopify allows no more requests now. Try again in a minute`,
  ],
  [
    /^is (\S+), but it didn’t answer as expected \((.*)\)\./,
    (domain, detail) => t`is ${domain}, but it didn’t answer as expected (${detail}). Try again in a minute`,
  ],
];

/** Why the secret of a shop is refused. */
export const secretReason = (reason: string) => translateReason(secretReasons, reason);

/** Why the access of an app to a shop is refused. */
export const appReason = (reason: string) => translateReason(appReasons, reason);
