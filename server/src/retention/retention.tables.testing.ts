import { retentionRules } from './retention.rules.ts';

// What happens to each table with age. A new table fails the test until it is listed here or has a rule.

const books = 'is part of the books, which the law keeps';
const explains = 'explains a commission, which must stay explained';
const agreed = 'is what brands and creators agreed on';
const inUse = 'is content, until its owner removes it';
const ofAccount = 'belongs to an account, until it is closed';
const counts = 'has only counts, which all figures come from';
const small = 'has a few rows';
const disputed = 'is needed for repeated notices, and if it goes to court';
const ownDomain = 'is deleted within hours or days by its own domain';

/** The table → why no rule deletes its rows by age. */
export const lastingTables: Record<string, string> = {
  account_days: counts,
  account_months: counts,
  brand_days: counts,
  announcement_reads: inUse,
  announcements: inUse,
  api_keys: 'is the brand’s, until it revokes the key',
  audit_start: small,
  backups: 'has one row for each backup',
  closures: 'proves an erasure',
  collections: inUse,
  commission_reversals: books,
  commissions: books,
  counted_marks: ownDomain,
  counter_notices: disputed,
  credentials: ofAccount,
  decision_candidates: explains,
  decisions: explains,
  deleted_links: 'has the codes of links that were deleted in the database, which the product itself never does',
  delivery_alerts: 'has one row for each brand',
  discount_codes: agreed,
  disputes: explains,
  erased_handles: 'keeps others from taking over a former handle',
  figure_names: small,
  fraud_reviews: small,
  handle_history: 'keeps others from taking over a former handle',
  hits_kept: small,
  idempotency_keys: 'is deleted after KEEP_ANSWERS_DAYS by the task forget_expired',
  identities: ofAccount,
  installation: small,
  invitation_acceptances: agreed,
  invitations: agreed,
  ledger_accounts: books,
  ledger_entries: books,
  ledger_transactions: books,
  legal_acceptances: 'proves what was accepted, and when',
  link_handovers: 'is part of the security log of an account',
  link_totals: counts,
  links: inUse,
  merchant_accounts: agreed,
  merchant_hosts: agreed,
  merchant_pauses: explains,
  merchant_staff: ofAccount,
  merchants: agreed,
  messages: inUse,
  migrations: small,
  order_edits: explains,
  order_flags: explains,
  order_lines: explains,
  order_reviews: 'is emptied as soon as the order has been decided again',
  orders: explains,
  payout_methods: 'is what payouts were paid to',
  payouts: books,
  picture_removals: ownDomain,
  pictures: inUse,
  placements: inUse,
  posts: inUse,
  product_imports: 'has one row for each import',
  products: inUse,
  projects: small,
  refund_lines: explains,
  refunds: explains,
  reports: disputed,
  retention_runs: 'has one row a day',
  social_connections: ofAccount,
  social_snapshots: 'has one row a day for each linked account',
  statements: books,
  storefronts: inUse,
  takedowns: disputed,
  terms_rules: agreed,
  terms_versions: agreed,
  threads: inUse,
  tickets: 'is needed to answer a later question',
  users: ofAccount,
  nodes: 'has a row for each process that runs, and is deleted by its own domain',
  verifications: 'has two rows a day',
  visitor_salts: ownDomain,
  webhook_endpoints: 'is the brand’s, until it deletes the endpoint',
  webhook_secrets: 'is the brand’s, until it is replaced',
  shop_codes: 'has the codes that the shop has or had',
  shop_products: 'has one row for each product of the shop',
  shop_syncs: 'is the brand’s, one for each shop that it reads',
  shop_connections: 'is the brand’s, one for each kind of shop',
  stripe_payments: 'connects refunds with orders, and stays as long as they do',
  stripe_subscriptions: 'connects renewals with the click of their subscription, for as long as it renews',
};

/** Tables with rows that are deleted or cleared by age. */
export const agingTables: readonly string[] = ['hits', 'audit_entries', ...retentionRules.map(({ table }) => table)];
