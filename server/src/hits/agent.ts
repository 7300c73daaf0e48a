import Bowser from 'bowser';
import { isbot } from 'isbot';
import { createRecent } from '../platform/recent.ts';

// Parses a user agent. Link preview fetchers are checked first, because they are bots too. In-app browsers are checked
// before the bot list, because its patterns change and once matched Instagram on a Pixel as Google.

export type Agent = {
  /** Why this isn't a person's browser; '' for a browser. */
  machine: string;
  isPreview: boolean;
  app: string;
  device: string;
  browser: string;
  system: string;
};

const previews: readonly [RegExp, string][] = [
  [/facebookexternalhit|Facebot|facebookcatalog|meta-externalfetcher/i, 'preview_facebook'],
  [/^WhatsApp\//i, 'preview_whatsapp'],
  [/Slackbot|Slack-ImgProxy/i, 'preview_slack'],
  [/TelegramBot/i, 'preview_telegram'],
  [/Twitterbot/i, 'preview_twitter'],
  [/Discordbot/i, 'preview_discord'],
  [/LinkedInBot/i, 'preview_linkedin'],
  [/Snap URL Preview|SnapchatAds|Snapchat Preview/i, 'preview_snapchat'],
  [/SkypeUriPreview|MicrosoftPreview|BingPreview/i, 'preview_microsoft'],
  [/redditbot/i, 'preview_reddit'],
  [/vkShare/i, 'preview_vk'],
  [/Viber(?:Bot|\/)/i, 'preview_viber'],
  [/kakaotalk-scrap|Yeti-Mobile-Preview/i, 'preview_kakaotalk'],
  [/Bluesky Cardyb|Mastodon\/\d|Iframely|Embedly|Google-PageRenderer|Google Page ?Renderer/i, 'preview_other'],
];

const apps: readonly [RegExp, string][] = [
  [/\bBarcelona \d/, 'threads'],
  [/\bInstagram \d/, 'instagram'],
  [/FBAN\/Messenger|FB_IAB\/(?:MESSENGER|Orca)/i, 'messenger'],
  [/\bFBAN\/|\bFB_IAB\/|\bFBAV\//, 'facebook'],
  [/musical_ly|BytedanceWebview|ByteLocale|ByteFullLocale|\btrill_\d|\bTikTok[ /]\d/i, 'tiktok'],
  [/\bSnapchat\/\d/, 'snapchat'],
  [/\[Pinterest\/|Pinterest for (?:Android|iOS)/, 'pinterest'],
  [/\[?LinkedInApp/, 'linkedin'],
  [/Twitter for (?:iPhone|iPad|Android)|TwitterAndroid/, 'twitter'],
  [/\bReddit\/(?:Version|\d)/, 'reddit'],
  [/Telegram-Android\//, 'telegram'],
  [/MicroMessenger\//, 'wechat'],
  [/KAKAOTALK/, 'kakaotalk'],
  [/\bLine\/\d/, 'line'],
  [/\bGSA\/\d/, 'google'],
];

const tools =
  /^(?:mozilla\/\d\.\d|-|null|undefined|unknown|test|user-agent)?$|headless|phantomjs|puppeteer|playwright|selenium|webdriver|lighthouse/i;

const remembered = 10_000;

/** The facts of a user agent; the last ten thousand are cached. */
export const agentOf = createRecent(remembered, describeAgent);

export function describeAgent(userAgent: string): Agent {
  const text = userAgent.trim();
  if (text === '') return machine('empty_user_agent', false);
  const preview = previews.find(([pattern]) => pattern.test(text));
  if (preview !== undefined) return machine(preview[1], true);
  const app = apps.find(([pattern]) => pattern.test(text))?.[1] ?? '';
  if (tools.test(text)) return machine('tool_user_agent', false);
  if (app === '' && isbot(text)) return machine('bot_user_agent', false);
  return { machine: '', isPreview: false, app, ...partsOf(text) };
}

function machine(reason: string, isPreview: boolean): Agent {
  return { machine: reason, isPreview, app: '', device: '', browser: '', system: '' };
}

function partsOf(userAgent: string): { device: string; browser: string; system: string } {
  const { platform, browser, os } = Bowser.parse(userAgent);
  return { device: platform.type ?? '', browser: browser.name ?? '', system: os.name ?? '' };
}
