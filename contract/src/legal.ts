/** The versions of the legal texts that hold now. Whoever registers accepts these; each acceptance keeps its version. */
export const legalVersions = { 'terms-of-use': '2026-11-22', 'privacy-policy': '2026-11-22' } as const;
