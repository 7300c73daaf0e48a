const apps: Record<string, string> = {
  facebook: 'Facebook',
  google: 'Google',
  instagram: 'Instagram',
  kakaotalk: 'KakaoTalk',
  line: 'LINE',
  linkedin: 'LinkedIn',
  messenger: 'Messenger',
  pinterest: 'Pinterest',
  reddit: 'Reddit',
  snapchat: 'Snapchat',
  telegram: 'Telegram',
  threads: 'Threads',
  tiktok: 'TikTok',
  twitter: 'X',
  wechat: 'WeChat',
  whatsapp: 'WhatsApp',
  youtube: 'YouTube',
};

/** The name of an app whose own browser opened a link. */
export function appName(code: string): string {
  return apps[code] ?? code;
}
