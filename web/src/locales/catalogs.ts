import type { PortalPage } from '../page.ts';

// Assigns the texts to catalogs by the folders and files below web/src that show them. A file that is named here
// belongs to the catalog that names it instead of its folder's. A page's own file isn't named: it belongs to the
// catalog in its record (`texts`).

const files = {
  /** What is shown before a login; the first page only waits for these texts. */
  entry: [
    'accounts',
    'failures',
    'format',
    'frame/LoginLayout.tsx',
    'google',
    'impersonation/login-as.route.tsx',
    'navigation',
    'passwords',
    'sessions',
    'terms/rate-fields.ts',
    'terms/rate-kinds.tsx',
    'theme',
    'ui/DiscardQuestion.tsx',
    'pages.open.ts',
    'pages.creator.ts',
    'pages.consoles.ts',
  ],
  /** Everything that no other catalog names: the frame and the overview. */
  portal: [],
  /** The registration pages have their own texts, so that the login page doesn't wait for them. */
  joining: [
    'invitations',
    'installation/SetupForm.tsx',
    'applications/ApplyForm.tsx',
    'applications/OwnApplicationCard.tsx',
  ],
  /** What the overview shows of other domains; loaded with the frame. */
  overview: ['commissions/CommissionRow.tsx', 'commissions/commission-texts.ts'],
  analytics: ['analytics'],
  brand: [
    'adjustments/AdjustmentLines.tsx',
    'adjustments/GiveAdjustments.tsx',
    'announcements',
    'applications',
    'brand',
    'brand-analytics',
    'brand-settings',
    'claims/ClaimAnswers.tsx',
    'claims/claim-texts.ts',
    'catalogue',
    'commissions/HeldCommissions.tsx',
    'consoles/BrandFrame.tsx',
    'consoles/BrandSections.tsx',
    'consoles/FileColumns.tsx',
    'conversations/CreatorRows.tsx',
    'conversations/Inbox.tsx',
    'groups',
    'invitations/InvitationLink.tsx',
    'invitations/InviteDrawer.tsx',
    'invitations/InviteManyDrawer.tsx',
    'invitations/InvitedRows.tsx',
    'invitations/list-reasons.ts',
    'merchants',
    'objections',
    'orders/Flags.tsx',
    'orders/OrderSheet.tsx',
    'orders/RefundForm.tsx',
    'orders/flag-texts.ts',
    'orders/order-texts.ts',
    'payouts/PayoutAction.tsx',
    'payouts/TwoFactorForPayouts.tsx',
    'payouts/PayoutRow.tsx',
    'roster',
    'team',
    'terms',
  ],
  conversations: [
    'conversations',
    'announcements/AddProduct.tsx',
    'announcements/Announcements.tsx',
    'announcements/announcement.route.tsx',
  ],
  deliveries: ['deliveries', 'shops'],
  earnings: ['adjustments', 'claims', 'commissions', 'earnings', 'ledger', 'objections/OwnDeclines.tsx', 'orders', 'payouts', 'terms/month-texts.ts'],
  legal: ['legal'],
  /** For the few whose account or brand is being closed, paused or handed over, so no page waits for them. */
  notices: ['accounts/HandoverNotice.tsx', 'accounts/PauseNotice.tsx', 'accounts/StopNotice.tsx', 'suspensions/SuspensionNotice.tsx', 'closures'],
  notifications: ['notifications/Notifications.tsx', 'notifications/NotificationsDrawer.tsx', 'notifications/notification-texts.ts'],
  operator: [
    'operators',
    'closures/CloseForUser.tsx',
    'installation',
    'consoles/OperatorFrame.tsx',
    'impersonation/LogInAs.tsx',
    'monitoring',
    'nodes',
    'support/TicketCard.tsx',
    'takedowns',
    'two-factor/RemoveTwoFactor.tsx',
    'two-factor/TwoFactorMissing.tsx',
  ],
  /** For the few whose login has a second step, so that the login page doesn't wait for them. */
  codes: [
    'passwords/ProofDialog.tsx',
    'two-factor/SecondFactor.tsx',
    'two-factor/SecondFactorField.tsx',
    'two-factor/passkey-device.ts',
  ],
  settings: [
    'google/GoogleConnection.tsx',
    'passwords/ChangePassword.tsx',
    'sessions/Sessions.tsx',
    'settings',
    'two-factor',
  ],
  social: ['social'],
  storefront: [
    'groups/WelcomeCard.tsx',
    'links/EditLink.tsx',
    'links/LinkCode.tsx',
    'links/LinkHits.tsx',
    'links/LinkList.tsx',
    'links/LinkRow.tsx',
    'links/NewLink.tsx',
    'links/hit-texts.ts',
    'links/refusals.ts',
    'storefront',
    'takedowns/StorefrontTakedown.tsx',
    'takedowns/WhyLink.tsx',
  ],
  support: [
    'support/EmbeddedForm.tsx',
    'support/HelpDrawer.tsx',
    'support/OwnTickets.tsx',
    'support/ProblemDrawer.tsx',
    'support/TicketForm.tsx',
  ],
  suspensions: ['suspensions'],
  webhooks: ['webhooks'],
  takedowns: ['takedowns/CounterNoticeForm.tsx', 'takedowns/OwnTakedowns.tsx', 'takedowns/own-texts.ts'],
} as const satisfies Record<string, readonly string[]>;

/**
 * A catalog. `entry` is loaded first, `portal` and `overview` with the frame, every other one with the first page that
 * needs it.
 */
export type CatalogPart = keyof typeof files;

/** The file of a catalog below locales/<language>, without its extension. */
export function catalogFile(part: CatalogPart): string {
  return part === 'entry' || part === 'portal' ? part : `${part}.texts`;
}

/** The folders and files of each catalog, and the files inside them that belong to another one. */
export function catalogSources(pages: readonly PortalPage[]): { part: CatalogPart; include: string[]; exclude: string[] }[] {
  const isIn = (file: string, folders: readonly string[]) => folders.some((folder) => file.startsWith(`${folder}/`));
  const named = Object.entries<readonly string[]>(files).map(([name, own]) => {
    const part = name as CatalogPart;
    const code = pages.filter(({ texts }) => texts === part).map((page) => page.code);
    return { part, include: [...own, ...code.filter((file) => !isIn(file, own))] };
  });
  return named.map(({ part, include }) => {
    const others = named.filter((other) => other.part !== part).flatMap((other) => other.include);
    return include.length === 0
      ? { part, include: ['.'], exclude: others }
      : { part, include, exclude: others.filter((file) => isIn(file, include)) };
  });
}
