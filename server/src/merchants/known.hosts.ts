// Names of sites that everybody knows. A shortlink to one of them is not a visit to a brand's shop, and people trust what
// they see there: a brand can't enter them, whatever comes behind the name. Reviewed by hand; only names that belong to
// one company everywhere are here.

const byKind = {
  payment: `paypal stripe klarna afterpay clearpay affirm adyen squareup venmo wise payoneer skrill neteller zelle bizum
    revolut monzo worldpay alipay wechat paytm razorpay mercadopago cashapp westernunion moneygram coinbase binance kraken
    metamask`,
  banks: `bankofamerica wellsfargo citibank capitalone americanexpress mastercard barclays natwest lloydsbank hsbc santander
    bbva caixabank bankinter sabadell bnpparibas societegenerale creditagricole deutsche-bank commerzbank sparkasse unicredit
    intesasanpaolo rabobank abnamro nordea danskebank swedbank jpmorgan`,
  mail: `gmail googlemail outlook hotmail icloud protonmail mailchimp sendgrid`,
  social: `facebook instagram whatsapp messenger tiktok youtube twitter linkedin pinterest snapchat reddit telegram discord
    twitch tumblr threads bluesky mastodon onlyfans patreon linktree`,
  search: `google bing yahoo duckduckgo baidu yandex ecosia wikipedia`,
  platforms: `amazon ebay etsy walmart alibaba aliexpress temu shein mercadolibre rakuten zalando apple microsoft netflix
    spotify adobe dropbox github gitlab cloudflare shopify wordpress squarespace wix godaddy steampowered roblox booking
    airbnb uber dhl fedex usps correos royalmail`,
  shorteners: `bitly tinyurl rebrandly`,
  government: `agenciatributaria seg-social`,
};

/** Addresses whose name alone is too short or too common to belong to one company. */
export const knownDomains: ReadonlySet<string> = new Set(
  `x.com t.co t.me bit.ly g.co goo.gl ow.ly is.gd cutt.ly youtu.be fb.com fb.me wa.me meta.com live.com msn.com me.com
  proton.me chase.com citi.com ing.com ing.es ing.nl kfw.de dkb.de n26.com visa.com discover.com usbank.com pnc.com cash.app
  square.com block.xyz shop.app line.me vk.com irs.gov gov.uk europa.eu ups.com openai.com`.split(/\s+/),
);

/** The part of a domain before its suffix: `amazon` of amazon.com and of amazon.co.uk. */
export const knownNames: ReadonlySet<string> = new Set(Object.values(byKind).flatMap((names) => names.split(/\s+/)));
