import type { MessageDescriptor } from '@lingui/core';
import type { CatalogPart } from './locales/catalogs.ts';

/**
 * The requests made before the app is loaded (early.ts), besides the user; the app must make exactly the same ones when
 * it loads the page. Paths and queries below /api/v1.
 */
export type EarlyCalls = {
  calls?: readonly `/${string}`[];
  /** Only for an address without a query. */
  plainCalls?: readonly `/${string}`[];
  /** Below `/merchant-accounts/{id}`, for the user's account whose slug is the `$id` of the address. */
  accountCalls?: readonly `/${string}`[];
  /** The one of `accountCalls` that returns the placements whose pictures are loaded first. */
  pictures?: `/${string}`;
};

export type PortalPage = {
  /** In the router's form: `$id` is a parameter. */
  path: `/${string}`;
  heading: MessageDescriptor;
  /**
   * It stays when the session of whoever reads it turns out to have ended, because anyone must be able to read it
   * (docs/decisions/0012-safer-guard-rules.md). `with_link`: only while its address holds the link that was sent.
   */
  outlivesSession?: boolean | 'with_link';
  frame?: keyof typeof frames;
  /** The file below web/src whose default export is the page. */
  code: `${string}/${string}.route.tsx`;
  /** The catalog of its texts, besides those of its frame and of the login page. */
  texts?: CatalogPart;
  early?: EarlyCalls;
};

type Frame = { code: `${string}/${string}.tsx`; texts: readonly CatalogPart[] };

/** The frame around a page, loaded with it. */
export const frames = {
  login: { code: 'frame/LoginLayout.tsx', texts: [] },
  creator: { code: 'frame/Frame.tsx', texts: ['portal', 'overview'] },
  brand: {
    code: 'consoles/BrandFrame.tsx',
    texts: ['portal', 'overview', 'brand', 'earnings', 'conversations', 'suspensions'],
  },
  operator: { code: 'consoles/OperatorFrame.tsx', texts: ['portal', 'operator', 'suspensions'] },
} as const satisfies Record<string, Frame>;
