/** What differs between the variants of the product, apart from their look (S24). */
export type Project = {
  /** The label of the area where creators manage their storefront. */
  manageLabel: 'Manage' | 'Storefront';
  /** The legal texts: pages of the retailer, or `null` for those of this installation. */
  privacyUrl: string | null;
  termsUrl: string | null;
};

export const projects = {
  general: { manageLabel: 'Manage', privacyUrl: null, termsUrl: null },
  beauty: {
    manageLabel: 'Storefront',
    privacyUrl: 'https://www.glowlab.example/privacy',
    termsUrl: 'https://www.glowlab.example/terms',
  },
} as const satisfies Record<string, Project>;
