import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mayCall, owners, systemReaders } from './architecture.rules.testing.ts';

// Checks the import rules of ARCHITECTURE.md. `architecture.rules.testing.ts` lists what is allowed; a violation is
// reported as `file → import`.

const source = fileURLToPath(new URL('./src/', import.meta.url));

/** The domains that a domain may import, through their service, access or pure rule files. */
const mayCall: Record<string, readonly string[]> = {
  accounts: [],
  sessions: ['accounts'],
  passwords: ['sessions', 'accounts'],
  google: ['passwords', 'sessions', 'accounts'],
  settings: ['google', 'passwords', 'sessions', 'accounts'],
  merchants: ['figures', 'accounts'],
  creators: ['merchants', 'accounts'],
  team: ['merchants', 'passwords', 'sessions', 'accounts'],
  groups: ['creators', 'merchants'],
  roster: ['analytics', 'figures', 'groups', 'terms', 'creators', 'merchants', 'accounts'],
  'brand-settings': ['pictures', 'creators', 'merchants'],
  terms: ['groups', 'creators', 'merchants', 'accounts'],
  invitations: ['pictures', 'terms', 'creators', 'merchants', 'google', 'passwords', 'sessions', 'accounts'],
  hits: [],
  journal: ['hits'],
  figures: ['hits'],
  redirector: ['journal', 'hits'],
  drain: ['redirector', 'figures', 'journal', 'hits'],
  clicklog: ['drain', 'figures', 'hits', 'journal', 'redirector'],
  catalogue: ['terms', 'pictures', 'creators', 'merchants', 'accounts'],
  links: ['catalogue', 'figures', 'commissions', 'creators', 'merchants', 'accounts'],
  storefront: [
    'links',
    'catalogue',
    'terms',
    'redirector',
    'figures',
    'hits',
    'commissions',
    'pictures',
    'creators',
    'merchants',
    'accounts',
  ],
  ledger: ['creators', 'merchants', 'accounts'],
  commissions: ['ledger', 'creators', 'merchants', 'accounts'],
  deliveries: ['operators', 'merchants', 'accounts'],
  webhooks: ['merchants', 'accounts'],
  shops: ['snippet', 'catalogue', 'orders', 'hits', 'deliveries', 'merchants', 'accounts'],
  orders: [
    'figures',
    'deliveries',
    'operators',
    'commissions',
    'ledger',
    'terms',
    'drain',
    'hits',
    'creators',
    'merchants',
    'accounts',
  ],
  snippet: ['merchants'],
  closures: ['operators', 'links', 'ledger', 'creators', 'passwords', 'sessions', 'accounts'],
  overview: ['figures', 'commissions', 'ledger', 'creators'],
  pictures: ['merchants'],
  conversations: ['pictures', 'creators', 'merchants', 'accounts'],
  analytics: ['figures', 'storefront', 'commissions', 'creators', 'merchants'],
  payouts: ['ledger', 'commissions', 'creators', 'merchants', 'passwords', 'accounts'],
  social: ['figures', 'accounts'],
  support: ['accounts'],
  takedowns: ['operators', 'links', 'pictures', 'accounts'],
  monitoring: ['nodes', 'takedowns', 'operators', 'figures', 'ledger', 'accounts'],
  nodes: ['operators'],
  operators: ['team', 'support', 'creators', 'merchants', 'passwords', 'sessions', 'accounts'],
  installation: ['two-factor', 'operators', 'passwords', 'sessions', 'accounts'],
  impersonation: ['operators', 'sessions', 'accounts'],
  'two-factor': ['operators', 'passwords', 'sessions', 'accounts'],
  retention: ['figures'],
  backup: ['closures', 'ledger', 'figures', 'journal', 'pictures', 'sessions'],
  doctor: ['clicklog', 'ledger', 'figures', 'pictures'],
};

/** The only domains that may write a table. */
const owners: Record<string, readonly string[]> = {
  accounts: ['users', 'handle_history', 'erased_handles', 'legal_acceptances', 'link_handovers'],
  closures: ['closures'],
  sessions: ['sessions', 'login_tickets', 'creator_browsers', 'known_devices', 'sign_in_throttles', 'lock_notices'],
  passwords: ['credentials', 'step_ups', 'password_resets', 'reset_requests'],
  google: ['identities', 'openid_flows', 'openid_tickets'],
  'two-factor': ['second_factors', 'recovery_codes'],
  settings: ['email_changes'],
  impersonation: ['impersonation_grants'],
  installation: ['installation', 'setup_codes'],
  merchants: [
    'projects',
    'merchants',
    'merchant_hosts',
    'merchant_pauses',
    'merchant_staff',
    'setting_changes',
    'api_keys',
    'discount_codes',
  ],
  creators: ['merchant_accounts', 'account_periods'],
  roster: ['creator_notes', 'creator_tags'],
  groups: ['creator_groups', 'group_moves'],
  invitations: ['invitations', 'invitation_acceptances'],
  terms: ['terms_versions', 'terms_rules'],
  drain: ['hits', 'hit_profiles', 'hits_kept', 'orphan_visits', 'visitor_salts', 'counted_marks'],
  figures: [
    'link_totals',
    'figure_names',
    'account_days',
    'account_months',
    'brand_days',
    'figure_feed',
    'figure_engine',
  ],
  clicklog: ['click_frames'],
  links: ['links', 'deleted_links'],
  catalogue: ['products', 'product_imports', 'product_import_rows', 'product_changes', 'catalogue_settings'],
  storefront: ['storefronts', 'collections', 'posts', 'placements', 'storefront_views'],
  ledger: ['ledger_accounts', 'ledger_transactions', 'ledger_entries'],
  orders: [
    'orders',
    'order_lines',
    'order_edits',
    'refunds',
    'refund_lines',
    'disputes',
    'decisions',
    'decision_candidates',
    'order_flags',
    'order_reviews',
    'fraud_reviews',
    'early_reports',
    'test_orders',
  ],
  deliveries: ['delivery_log', 'delivery_alerts'],
  webhooks: ['webhook_endpoints', 'outgoing_events', 'outgoing_deliveries', 'outgoing_attempts'],
  shops: [
    'webhook_deliveries',
    'webhook_secrets',
    'shop_connections',
    'privacy_requests',
    'shop_syncs',
    'shop_products',
    'shop_codes',
    'stripe_payments',
    'stripe_subscriptions',
  ],
  commissions: ['commissions', 'commission_reversals'],
  payouts: ['payouts', 'payout_methods', 'statements'],
  monitoring: ['verifications'],
  nodes: ['nodes'],
  pictures: ['pictures', 'picture_days', 'picture_removals'],
  conversations: ['threads', 'messages', 'announcements', 'announcement_reads'],
  social: ['social_connections', 'social_snapshots', 'social_flows'],
  support: ['tickets'],
  takedowns: ['reports', 'takedowns', 'counter_notices'],
  backup: ['backups'],
  retention: ['retention_runs', 'audit_start'],
  platform: ['idempotency_keys', 'mails', 'events', 'notifications', 'audit_entries', 'write_checks'],
};

/** Files that may use the system role; each one says why. */
const systemReaders = [
  'brand-settings/brand-settings.service.ts',
  'team/team.service.ts',
  'team/welcome.ts',
  'accounts/accounts.data-export.ts',
  'accounts/accounts.views.ts',
  'accounts/handles.service.ts',
  'accounts/handover.service.ts',
  'accounts/mailbox.ts',
  'accounts/profile.service.ts',
  'sessions/authenticate.ts',
  'sessions/browser.ts',
  'sessions/lock.notices.ts',
  'sessions/sessions.end.ts',
  'sessions/sessions.open.ts',
  'sessions/sessions.service.ts',
  'sessions/sessions.data-export.ts',
  'sessions/throttle.ts',
  'passwords/passwords.service.ts',
  'passwords/reset.service.ts',
  'passwords/step-up.ts',
  'google/google.connection.ts',
  'google/google.service.ts',
  'google/google.data-export.ts',
  'shops/shops.jobs.ts',
  'shops/sync/sync.run.ts',
  'two-factor/login.service.ts',
  'two-factor/two-factor.service.ts',
  'settings/email.service.ts',
  'settings/security.service.ts',
  'settings/settings.service.ts',
  'impersonation/impersonation.service.ts',
  'closures/closures.service.ts',
  'closures/closures.steps.ts',
  'commissions/commissions.expiry.ts',
  'commissions/commissions.maturity.ts',
  'conversations/announcements.jobs.ts',
  'deliveries/deliveries.service.ts',
  'deliveries/delivery.alerts.ts',
  'deliveries/refused.counter.ts',
  'demo.credentials.ts',
  'doctor/backups.check.ts',
  'doctor/figures.check.ts',
  'doctor/queues.check.ts',
  'doctor/variants.check.ts',
  'picture.origins.ts',
  'conversations/conversations.unread.ts',
  'creators/creators.service.ts',
  'installation/installation.service.ts',
  'installation/operator.creation.ts',
  'installation/setup.service.ts',
  'invitations/invitations.access.ts',
  'invitations/invitations.data-export.ts',
  'invitations/registration.service.ts',
  'merchants/authenticate.ts',
  'merchants/merchants.access.ts',
  'merchants/merchants.service.ts',
  'merchants/owners.ts',
  'monitoring/backlog.ts',
  'monitoring/figures.health.ts',
  'monitoring/monitoring.service.ts',
  'monitoring/verification.jobs.ts',
  'nodes/nodes.report.ts',
  'nodes/nodes.service.ts',
  'operators/brands.service.ts',
  'operators/operators.service.ts',
  'operators/oversight.service.ts',
  'operators/preview.ts',
  'orders/fraud.creators.review.ts',
  'orders/fraud.review.ts',
  'orders/orders.access.ts',
  'orders/orders.customer.ts',
  'orders/orders.jobs.ts',
  'orders/orders.shoppers.ts',
  'payouts/payouts.schedule.ts',
  'pictures/pictures.jobs.ts',
  'pictures/pictures.restore.ts',
  'pictures/pictures.verify.ts',
  'platform/events/stream.reads.ts',
  'platform/events/stream.ts',
  'retention/retention.run.ts',
  'roster/roster.list.ts',
  'roster/roster.moves.ts',
  'roster/roster.service.ts',
  'platform/http/idempotency.ts',
  'platform/mail/mail.ts',
  'support/support.service.ts',
  'social/social.jobs.ts',
  'takedowns/owners.service.ts',
  'takedowns/reports.intake.ts',
  'takedowns/reports.service.ts',
  'takedowns/reports.waiting.ts',
  'takedowns/takedowns.service.ts',
  'webhooks/webhooks.claims.ts',
];

type File = { path: string; domain: string; text: string; imports: string[] };

async function readSource(): Promise<File[]> {
  const names = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.testing.ts'),
  );
  return Promise.all(
    names.map(async (path) => {
      const text = await readFile(join(source, path), 'utf8');
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((found) => found[1] ?? '');
      return { path, domain: path.split('/')[0] ?? '', text, imports };
    }),
  );
}

function targetOf(file: File, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return relative(source, resolve(dirname(join(source, file.path)), specifier));
}

/** Files that commands start. An entry point reads the environment and passes it to config. */
const isEntry = (file: File) =>
  /^main\.ts$|\/(verify|create-operator)\.ts$|^backup\/(backup|restore)\.ts$/.test(file.path);
const isRoot = (file: File) => !file.path.includes('/');
const files = await readSource();

test('the platform imports no domain', () => {
  const offences = files
    .filter((file) => file.domain === 'platform')
    .flatMap((file) =>
      file.imports.flatMap((specifier) => {
        const target = targetOf(file, specifier);
        const isDomain =
          target !== undefined && target.split('/')[0] !== undefined && (target.split('/')[0] ?? '') in mayCall;
        return isDomain ? [`${file.path} → ${target}`] : [];
      }),
    );
  expect(offences).toEqual([]);
});

test('a domain imports only the domains it may, and never their queries', () => {
  const offences = files
    .filter((file) => file.domain in mayCall)
    .flatMap((file) =>
      file.imports.flatMap((specifier) => {
        const target = targetOf(file, specifier);
        const other = target?.split('/')[0] ?? '';
        if (target === undefined || !(other in mayCall) || other === file.domain) return [];
        const isAllowed = mayCall[file.domain]?.includes(other) && !/\.(queries|views|routes)\.ts$/.test(target);
        return isAllowed ? [] : [`${file.path} → ${target}`];
      }),
    );
  expect(offences).toEqual([]);
});

test('every domain has an entry in the import rules', () => {
  const domains = new Set(
    files.filter((file) => !isRoot(file) && file.domain !== 'platform').map((file) => file.domain),
  );
  expect([...domains].filter((domain) => !(domain in mayCall))).toEqual([]);
});

test('every table has one owner', async () => {
  const tables = [
    ...(await readFile(join(source, 'platform/database/tables.ts'), 'utf8')).matchAll(/^ {2}(\w+): \{/gm),
  ];
  expect(Object.values(owners).flat().toSorted()).toEqual(tables.map((found) => found[1] ?? '').toSorted());
});

/** Deletes what is old from the tables of all domains, by rules that it lists. */
const retention = 'retention';

test('only its owner writes a table', () => {
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
  );
  const writes =
    /(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|(?:insert into|delete from|update)\s+(\w+)\s+(?:\(|set|where|as|using)/g;
  const offences = files
    .filter((file) => !isRoot(file))
    .flatMap((file) =>
      [...file.text.matchAll(writes)].flatMap((found) => {
        const table = found[1] ?? found[2] ?? '';
        const owner = ownerOf.get(table);
        return owner !== undefined && owner !== file.domain && file.domain !== retention
          ? [`${file.path} writes ${table}, which is ${owner}'s`]
          : [];
      }),
    );
  expect(offences).toEqual([]);
});

test('only the listed files use the system role', () => {
  const offences = files.filter(
    (file) =>
      /role: 'system'/.test(file.text) &&
      !systemReaders.includes(file.path) &&
      file.path !== 'platform/database/database.ts',
  );
  expect(offences.map((file) => file.path)).toEqual([]);
});

test('only config reads the environment, and only the clock reads the time', () => {
  const environment = files
    .filter((file) => /process\.env/.test(file.text) && !isEntry(file))
    .map((file) => `${file.path} reads process.env`);
  const time = files
    .filter((file) => /new Date\(\)|Math\.random\(/.test(file.text) && file.path !== 'platform/clock.ts')
    .map((file) => `${file.path} reads time or chance`);
  expect([...environment, ...time]).toEqual([]);
});

test('the redirect code uses no jobs, no events and no query builder', () => {
  const offences = files
    .filter((file) => file.path === 'redirector/redirect.lane.ts' || file.path === 'journal/journal.ts')
    .flatMap((file) =>
      file.imports
        .filter((specifier) => /jobs|events|kysely|database|^pg$/.test(specifier))
        .map((specifier) => `${file.path} → ${specifier}`),
    );
  expect(offences).toEqual([]);
});
