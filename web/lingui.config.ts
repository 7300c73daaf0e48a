import { defineConfig } from '@lingui/cli';

/** What is seen before anybody has signed in; its texts are the only ones that the first page waits for. */
const entry = [
  'src/accounts',
  'src/format',
  'src/shell/ErrorPage.tsx',
  'src/shell/FailedArea.tsx',
  'src/shell/LoginLayout.tsx',
  'src/shell/page-heading.ts',
  'src/shell/variant.ts',
  'src/sitemap.ts',
  'src/sitemap.consoles.ts',
];

/** The pages on which somebody comes in; they bring their own texts, which the login page need not wait for. */
const joining = [
  'src/accounts/AvatarPicker.tsx',
  'src/accounts/InvitationClosed.tsx',
  'src/accounts/InvitationPage.tsx',
  'src/accounts/OfferedTerms.tsx',
  'src/accounts/RegisterAccess.tsx',
  'src/accounts/RegisterProfile.tsx',
  'src/accounts/RegisterTerms.tsx',
  'src/accounts/Registration.tsx',
  'src/accounts/forgot.route.tsx',
  'src/accounts/register.route.tsx',
  'src/accounts/reset.route.tsx',
  'src/accounts/start-invite.route.tsx',
];

/** Parts whose texts come with their pages (`loadPart`); what the overview shows of another part comes with the frame. */
const parts = ['analytics', 'brand', 'earnings', 'messages', 'operator', 'pages', 'settings', 'storefront', 'support'];
const ofOverview = ['src/earnings/CommissionRow.tsx', 'src/earnings/commission-words.ts'];

/** The settings show the social accounts too. */
const settings = ['src/settings', 'src/social'];
const folders = [...parts.map((part) => `src/${part}`), 'src/social'];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}/entry', include: entry, exclude: joining },
    { path: '<rootDir>/src/locales/{locale}/joining.texts', include: joining },
    { path: '<rootDir>/src/locales/{locale}/portal', include: ['src'], exclude: [...entry, ...folders] },
    { path: '<rootDir>/src/locales/{locale}/overview.texts', include: ofOverview },
    ...parts.map((part) => ({
      path: `<rootDir>/src/locales/{locale}/${part}.texts`,
      include: part === 'settings' ? settings : [`src/${part}`],
    })),
  ],
});
