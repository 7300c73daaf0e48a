import type { RetentionSetting } from '../config.retention.ts';

// Which rows are old, table by table. Hits and the audit log need more than a statement, and what expires within hours
// is deleted by its own domain.

export type RetentionRule = {
  table: string;
  setting: RetentionSetting;
  /** The time from which the age of a row `r` counts. */
  since: string;
  /** Which rows `r` the rule is about, if not about all. */
  only?: string;
  /** What is cleared. Without it the row is deleted. */
  clear?: string;
  /** A column that grows with time, for tables with many rows: the search starts at the oldest. */
  grows?: 'seq' | 'id';
};

/** In this order: what refers to a session goes before it. */
export const retentionRules: readonly RetentionRule[] = [
  { table: 'storefront_views', setting: 'KEEP_HITS_DAYS', since: 'r.at', grows: 'id' },
  { table: 'orphan_visits', setting: 'KEEP_ADDRESSES_DAYS', since: 'r.at', grows: 'id' },
  { table: 'events', setting: 'KEEP_EVENTS_DAYS', since: 'r.at', grows: 'seq' },
  { table: 'notifications', setting: 'KEEP_NOTIFICATIONS_DAYS', since: 'r.created_at' },
  {
    table: 'mails',
    setting: 'KEEP_EMAIL_BODIES_DAYS',
    since: 'r.created_at',
    only: "r.text <> '' and (r.sent_at is not null or r.failed_at is not null)",
    clear: "text = '', html = '', sealed = null, secrets_expire_at = null, is_redacted = true",
    grows: 'id',
  },
  {
    table: 'webhook_deliveries',
    setting: 'KEEP_DELIVERIES_DAYS',
    since: 'r.processed_at',
    only: "r.body <> '{}'",
    clear: "body = '{}'",
  },
  {
    table: 'privacy_requests',
    setting: 'KEEP_DELIVERIES_DAYS',
    since: 'r.due_at',
    only: 'r.customer_hash is not null or r.customer_canonical is not null',
    clear: 'customer_hash = null, customer_canonical = null',
  },
  { table: 'delivery_log', setting: 'KEEP_DELIVERIES_DAYS', since: 'r.processed_at' },
  { table: 'early_reports', setting: 'KEEP_DELIVERIES_DAYS', since: 'r.settled_at' },
  { table: 'test_orders', setting: 'KEEP_DELIVERIES_DAYS', since: 'r.received_at' },
  // What refers to another of these goes before it.
  { table: 'outgoing_attempts', setting: 'KEEP_DELIVERIES_DAYS', since: 'r.at' },
  {
    table: 'outgoing_deliveries',
    setting: 'KEEP_DELIVERIES_DAYS',
    since: 'r.created_at',
    only: "r.state <> 'waiting'",
  },
  {
    table: 'outgoing_events',
    setting: 'KEEP_DELIVERIES_DAYS',
    since: 'r.created_at',
    only: 'not exists (select from outgoing_deliveries d where d.merchant_id = r.merchant_id and d.event_id = r.id)',
  },
  {
    table: 'applications',
    setting: 'KEEP_APPLICATIONS_DAYS',
    since: 'r.decided_at',
    // Of those who were approved, only who never came.
    only: `(r.state in ('rejected', 'withdrawn') or (r.state = 'approved' and r.creator_id is null
      and not exists (select from invitation_acceptances t
        where t.merchant_id = r.merchant_id and t.invitation_id = r.invitation_id)))`,
  },
  { table: 'email_changes', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'password_resets', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'login_tickets', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'passkey_challenges', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'openid_flows', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'openid_tickets', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'setup_codes', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'social_flows', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'step_ups', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at' },
  { table: 'impersonation_grants', setting: 'KEEP_EXPIRED_DAYS', since: 'r.expires_at', only: 'r.used_at is null' },
  { table: 'reset_requests', setting: 'KEEP_EXPIRED_DAYS', since: 'r.requested_at' },
  { table: 'lock_notices', setting: 'KEEP_EXPIRED_DAYS', since: 'r.locked_at' },
  { table: 'sign_in_throttles', setting: 'KEEP_EXPIRED_DAYS', since: 'r.window_started_at' },
  { table: 'picture_days', setting: 'KEEP_EXPIRED_DAYS', since: 'r.began_at' },
  { table: 'stranger_mails', setting: 'KEEP_EXPIRED_DAYS', since: 'r.at' },
  { table: 'write_checks', setting: 'KEEP_EXPIRED_DAYS', since: 'r.at' },
  {
    table: 'push_devices',
    setting: 'KEEP_EXPIRED_DAYS',
    since: `(select least(s.revoked_at, s.expires_at, s.last_seen_at + s.idle_seconds * interval '1 second')
      from sessions s where s.id = r.session_id)`,
  },
  {
    table: 'sessions',
    setting: 'KEEP_SESSIONS_DAYS',
    since: "least(r.revoked_at, r.expires_at, r.last_seen_at + r.idle_seconds * interval '1 second')",
    // A session in which an operator viewed an account, and the operator's own, are part of the account's security log.
    only: `r.kind = 'login'
      and not exists (select from sessions s where s.parent_id = r.id)
      and not exists (select from impersonation_grants g where g.session_id = r.id)
      and not exists (select from step_ups s where s.session_id = r.id)
      and not exists (select from push_devices d where d.session_id = r.id)
      and not exists (select from social_flows f where f.session_id = r.id)`,
  },
  { table: 'known_devices', setting: 'KEEP_DEVICES_DAYS', since: 'r.last_seen_at' },
  { table: 'creator_browsers', setting: 'KEEP_DEVICES_DAYS', since: 'r.seen_at' },
  {
    table: 'product_import_rows',
    setting: 'KEEP_IMPORTS_DAYS',
    since: '(select i.created_at from product_imports i where i.merchant_id = r.merchant_id and i.id = r.import_id)',
  },
  { table: 'product_feed_runs', setting: 'KEEP_IMPORTS_DAYS', since: 'r.started_at' },
  { table: 'product_changes', setting: 'KEEP_IMPORTS_DAYS', since: 'r.changed_at', grows: 'seq' },
];
