/** What a variant of the product has of its own beside its look (S24). */
export type Project = {
  /** What it calls the area where a creator arranges their storefront. */
  manageLabel: 'Manage' | 'Storefront';
  /** Where its legal texts are: pages of the retailer it belongs to, or `null` for those of this installation. */
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
