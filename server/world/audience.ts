import { enterSocialFigures } from '@vitrine/contract/social.ts';
import type { Client } from './client.ts';
import { granted } from './shelves.ts';

const day = 86_400_000;

/** Days without figures: a week away and two forgotten days, as happens with manual entry. */
const missed = (back: number) => (back >= 24 && back <= 30) || back === 11 || back === 12;

/** Enters the season's figures of a creator's accounts manually. */
export async function keepAudience(creator: Client, end: Date, days: number): Promise<void> {
  for (let back = days; back >= 1; back -= 1) {
    const on = new Date(end.getTime() - back * day).toISOString().slice(0, 10);
    const since = days - back;
    if (!missed(back)) {
      granted(
        await creator.call(enterSocialFigures, {
          body: {
            platform: 'instagram',
            handle: 'ava.lindqvist',
            day: on,
            followers: 46_180 + since * 31 + ((since * 37) % 53),
            posts: 598 + Math.floor(since / 4),
            engagements_per_post: 1_390 + ((since * 61) % 240),
          },
        }),
      );
    }
    if (back % 7 === 3) {
      const figures = { followers: 8_870 + since * 4, posts: 70 + Math.floor(since / 14) };
      const youtube = { platform: 'youtube', handle: 'avalindqvist', day: on, ...figures } as const;
      granted(await creator.call(enterSocialFigures, { body: youtube }));
    }
  }
}
