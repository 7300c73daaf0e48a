export const socialSpans = ['30', '90', '365'] as const;
export type SocialSpan = (typeof socialSpans)[number];
export const defaultSocialSpan: SocialSpan = '90';

/** `code`, `state` and `error` come from a platform; they are removed from the address once they are read. */
export type SocialSearch = { days?: SocialSpan; code?: string; state?: string; error?: string };

export function readSocialSearch(search: Record<string, unknown>): SocialSearch {
  const days = socialSpans.find((span) => span === search['days']);
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' && value.length <= 4096 ? { [name]: value } : {};
  };
  return { ...(days && { days }), ...text('code'), ...text('state'), ...text('error') };
}
