import { defineConfig } from '@lingui/cli';

// Which texts come in which catalogue, by the folders and files that they are in. A file that is named here belongs to
// the catalogue that names it, and not to the one that names its folder.

/** What is seen before anybody has signed in, and what pages of every area show; the first page waits for these texts. */
const entry = [
  'src/accounts',
  'src/failures',
  'src/format',
  'src/frame/LoginLayout.tsx',
  'src/google',
  'src/impersonation/login-as.route.tsx',
  'src/navigation',
  'src/passwords',
  'src/sessions',
  'src/terms/rate-kinds.tsx',
  'src/theme',
  'src/sitemap.ts',
  'src/sitemap.consoles.ts',
];

/** The pages on which somebody comes in; they bring their own texts, which the login page need not wait for. */
const joining = ['src/invitations', 'src/passwords/forgot.route.tsx', 'src/passwords/reset.route.tsx'];

/** Parts whose texts come with their pages (`loadPart`); what the overview shows of another part comes with the frame. */
const parts: Record<string, readonly string[]> = {
  overview: ['src/commissions/CommissionRow.tsx', 'src/commissions/commission-words.ts'],
  analytics: ['src/analytics'],
  brand: [
    'src/brand',
    'src/catalogue',
    'src/commissions/HeldCommissions.tsx',
    'src/consoles/BrandFrame.tsx',
    'src/conversations/CreatorRows.tsx',
    'src/conversations/Inbox.tsx',
    'src/conversations/NewAnnouncement.tsx',
    'src/conversations/announcements.route.tsx',
    'src/conversations/inbox-thread.route.tsx',
    'src/conversations/inbox.route.tsx',
    'src/invitations/InviteDrawer.tsx',
    'src/invitations/invitations.route.tsx',
    'src/merchants',
    'src/orders/Flags.tsx',
    'src/orders/OrderSheet.tsx',
    'src/orders/RefundForm.tsx',
    'src/orders/flag-words.ts',
    'src/orders/order-words.ts',
    'src/orders/orders.route.tsx',
    'src/payouts/PayoutDeed.tsx',
    'src/payouts/PayoutRow.tsx',
    'src/payouts/brand-payouts.route.tsx',
    'src/terms',
  ],
  conversations: ['src/conversations'],
  earnings: ['src/commissions', 'src/earnings', 'src/ledger', 'src/orders', 'src/payouts'],
  legal: ['src/legal'],
  operator: [
    'src/operators',
    'src/consoles/OperatorFrame.tsx',
    'src/impersonation/LogInAs.tsx',
    'src/support/TicketCard.tsx',
    'src/support/tickets.route.tsx',
  ],
  settings: [
    'src/accounts/HandoverNotice.tsx',
    'src/google/GoogleConnection.tsx',
    'src/passwords/ChangePassword.tsx',
    'src/sessions/Sessions.tsx',
    'src/settings',
    'src/social',
  ],
  storefront: [
    'src/links/EditLink.tsx',
    'src/links/LinkCode.tsx',
    'src/links/LinkHits.tsx',
    'src/links/LinkList.tsx',
    'src/links/LinkRow.tsx',
    'src/links/NewLink.tsx',
    'src/links/hit-words.ts',
    'src/links/links.route.tsx',
    'src/links/refusals.ts',
    'src/storefront',
  ],
  support: [
    'src/support/EmbeddedForm.tsx',
    'src/support/HelpDrawer.tsx',
    'src/support/OwnTickets.tsx',
    'src/support/ProblemDrawer.tsx',
    'src/support/TicketForm.tsx',
  ],
};

const named = [...entry, ...joining, ...Object.values(parts).flat()];

function catalogue(name: string, include: readonly string[]) {
  const others = named.filter((each) => !include.includes(each));
  return {
    path: `<rootDir>/src/locales/{locale}/${name}`,
    include: [...include],
    exclude: others.filter((other) => include.some((folder) => other.startsWith(`${folder}/`))),
  };
}

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'es'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    catalogue('entry', entry),
    catalogue('joining.texts', joining),
    // Everything else: what stands around the pages, and the overview.
    catalogue('portal', ['src']),
    ...Object.entries(parts).map(([part, include]) => catalogue(`${part}.texts`, include)),
  ],
});
