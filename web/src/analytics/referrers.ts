/** Names of well-known hosts; each includes its subdomains. */
const places: readonly (readonly [string, string])[] = [
  ['mail.google.com', 'Gmail'],
  ['com.google.android.gm', 'Gmail'],
  ['instagram.com', 'Instagram'],
  ['tiktok.com', 'TikTok'],
  ['youtube.com', 'YouTube'],
  ['youtu.be', 'YouTube'],
  ['t.co', 'X'],
  ['x.com', 'X'],
  ['twitter.com', 'X'],
  ['facebook.com', 'Facebook'],
  ['fb.me', 'Facebook'],
  ['messenger.com', 'Messenger'],
  ['pin.it', 'Pinterest'],
  ['threads.net', 'Threads'],
  ['threads.com', 'Threads'],
  ['snapchat.com', 'Snapchat'],
  ['whatsapp.com', 'WhatsApp'],
  ['wa.me', 'WhatsApp'],
  ['t.me', 'Telegram'],
  ['telegram.org', 'Telegram'],
  ['reddit.com', 'Reddit'],
  ['linkedin.com', 'LinkedIn'],
  ['lnkd.in', 'LinkedIn'],
  ['twitch.tv', 'Twitch'],
  ['discord.com', 'Discord'],
  ['tumblr.com', 'Tumblr'],
  ['substack.com', 'Substack'],
  ['patreon.com', 'Patreon'],
  ['linktr.ee', 'Linktree'],
  ['bing.com', 'Bing'],
  ['duckduckgo.com', 'DuckDuckGo'],
  ['ecosia.org', 'Ecosia'],
  ['chatgpt.com', 'ChatGPT'],
];

/** Sites with a domain for each country, like `google.co.uk` and `pinterest.fr`. */
const national: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)google\.(com|[a-z]{2}|com?\.[a-z]{2})$/, 'Google'],
  [/(^|\.)pinterest\.(com|[a-z]{2}|com?\.[a-z]{2})$/, 'Pinterest'],
  [/(^|\.)yahoo\.(com|[a-z]{2}|com?\.[a-z]{2})$/, 'Yahoo'],
];

/** The name of a referring host with the host itself; an unknown host is its own name. */
export function referrerName(value: string): { name: string; host?: string } {
  const host = value.replace(/^www\.(?=.*\.)/, '');
  const [, name] =
    places.find(([known]) => host === known || host.endsWith(`.${known}`)) ??
    national.find(([pattern]) => pattern.test(host)) ??
    [];
  return name === undefined ? { name: host } : { name, host };
}
