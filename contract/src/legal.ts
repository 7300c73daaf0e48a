/** The current versions of the legal texts. A registration accepts these, and stores the accepted versions. */
export const legalVersions = { 'terms-of-use': '2026-11-22', 'privacy-policy': '2026-11-22' } as const;
