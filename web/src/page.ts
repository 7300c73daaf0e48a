import type { MessageDescriptor } from '@lingui/core';
import type { CatalogPart } from './locales/catalogs.ts';

/**
 * What is fetched before the app is there (early.ts), besides the user; the app must ask for the very same when it loads
 * the page. Paths and queries below /api/v1.
 */
export type EarlyCalls = {
  calls?: readonly `/${string}`[];
  /** Only for an address without a query. */
  plainCalls?: readonly `/${string}`[];
  /** Below `/merchant-accounts/{id}`, for the user's account whose slug is the `$id` of the address. */
  accountCalls?: readonly `/${string}`[];
  /** The one of `accountCalls` that answers with the placements whose pictures are loaded first. */
  pictures?: `/${string}`;
};

export type PortalPage = {
  /** As the router writes it: `$id` is a parameter. */
  path: `/${string}`;
  heading: MessageDescriptor;
  access: 'anonymous' | 'login' | 'brand' | 'operator';
  frame?: keyof typeof frames;
  /** The file below web/src whose default export is the page. */
  code: `${string}/${string}.route.tsx`;
  /** The catalog of its texts, beside those of its frame and of the login page. */
  texts?: CatalogPart;
  early?: EarlyCalls;
};

type Frame = { code: `${string}/${string}.tsx`; texts: readonly CatalogPart[] };

/** What is drawn around a page and comes with it. */
export const frames = {
  login: { code: 'frame/LoginLayout.tsx', texts: [] },
  creator: { code: 'frame/Frame.tsx', texts: ['portal', 'overview'] },
  brand: { code: 'consoles/BrandFrame.tsx', texts: ['portal', 'overview', 'brand', 'earnings', 'conversations'] },
  operator: { code: 'consoles/OperatorFrame.tsx', texts: ['portal', 'operator'] },
} as const satisfies Record<string, Frame>;
