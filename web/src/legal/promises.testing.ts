import type { LegalSlug } from './legal.ts';

/**
 * What keeps a promise: a setting, whose default is the period that the text names; code, in which `where` is found; or
 * the operator, as docs/operate/legal.md tells them.
 */
type Keeper = { setting: string } | { file: string; where: string } | { operator: string };

/** `says`: the words of the text, with its period if it names one. */
export type LegalPromise = { text: LegalSlug; section: string; says: string; by: Keeper };

type Row = [section: string, says: string, by: Keeper];

const erasure = { file: 'server/src/erasure.ts', where: 'account.erased' };
const closing = { file: 'contract/src/closures.ts', where: "path: '/me/closure'" };
const dataExport = { file: 'contract/src/settings.ts', where: "path: '/me/export'" };
const operator = (words: string) => ({ operator: words });
const setting = (name: string) => ({ setting: name });

const terms: readonly Row[] = [
  ['account', 'You can see your sessions', { file: 'web/src/sessions/Sessions.tsx', where: 'end.mutate(session.id' }],
  [
    'account',
    'for a limited time and for a stated reason',
    { file: 'contract/src/impersonation.ts', where: 'ends_at: instant' },
  ],
  [
    'commissions',
    'the window is 30 days',
    { file: 'database/schema.sql', where: 'window_days integer not null default 30' },
  ],
  ['commissions', 'within 90 days after the order', operator('orders of the last 90 days')],
  [
    'copyright',
    'we remove the material or block access to it promptly',
    { file: 'contract/src/takedowns.ts', where: 'takeDownReported' },
  ],
  [
    'copyright',
    'notice window of 5 business days',
    { file: 'server/src/takedowns/clocks.ts', where: 'forwardWithin = 5;' },
  ],
  ['counter-notice', 'We pass the counter-notice on', operator('pass them on to the person who complained')],
  [
    'counter-notice',
    '10 and not more than 14 business days',
    { file: 'server/src/takedowns/clocks.ts', where: 'restoreFrom = 10;\nconst restoreUntil = 14;' },
  ],
  [
    'repeat-infringers',
    'We close the accounts',
    { file: 'contract/src/closures.ts', where: "path: '/operator/users/{uid}/closure'" },
  ],
  ['repeat-infringers', 'three justified notices within a year', operator('three justified notices within a year')],
  ['repeat-infringers', 'We look at each complaint', operator('look at each complaint')],
  ['suspension', 'close your account at any time under Account Settings', closing],
  ['suspension', 'download it there first', dataExport],
  [
    'suspension',
    'We may suspend or close an account',
    { file: 'contract/src/operators.ts', where: "path: '/operator/users/{uid}/status'" },
  ],
  ['suspension', '14 days to put things right', operator('14 days to put things right')],
  ['suspension', 'we tell you when we act', operator('give the reason')],
  [
    'suspension',
    'a person who did not make the decision will review it',
    operator('did not decide reviews an objection'),
  ],
  [
    'suspension',
    'even below the minimum',
    { file: 'server/src/payouts/payouts.service.ts', where: 'isClosing(tx, of.creatorId))) return 0n' },
  ],
  ['service', 'at least 60 days before', operator('at least 60 days before')],
  ['changes', 'at least 30 days before it takes effect', operator('at least 30 days before it takes effect')],
  [
    'agreement',
    'We record which version you accepted',
    { file: 'database/schema.sql', where: 'create table legal_acceptances' },
  ],
  ['informal-resolution', 'for 30 days to settle it', operator('try to settle them for 30 days')],
  ['arbitration', 'within 30 days after you first accepted it', operator('opt out of arbitration for 30 days')],
];

const policy: readonly Row[] = [
  [
    'what-we-collect',
    'in the browser for 30 minutes',
    { file: 'database/schema.sql', where: 'duplicate_minutes integer not null default 30' },
  ],
  [
    'what-we-collect',
    'from one day to the next',
    { file: 'server/src/hits/visitors.ts', where: 'a hash that changes every day' },
  ],
  ['cookies', 'good for an hour', { file: 'server/src/google/google.service.ts', where: 'ticketLife = 60 * minute' }],
  [
    'cookies',
    'lasts for 30 minutes',
    { file: 'database/schema.sql', where: 'duplicate_minutes integer not null default 30' },
  ],
  [
    'cookies',
    'lasts for up to 90 days',
    { file: 'server/src/platform/browser.mark.ts', where: 'signInMarkSeconds = 90 * daySeconds' },
  ],
  [
    'cookies',
    'lasts for up to a year',
    { file: 'server/src/sessions/known.devices.ts', where: 'keptSeconds = 365 * 86_400' },
  ],
  ['how-long', 'undo that for some days', setting('CLOSURE_DAYS')],
  ['how-long', 'we erase your account as soon as no brand owes you money', erasure],
  [
    'how-long',
    'at the latest after 90 days for creators',
    { file: 'server/src/sessions/sessions.open.ts', where: 'absolute: 90 * 86_400' },
  ],
  ['how-long', 'for another 90 days', setting('KEEP_SESSIONS_DAYS')],
  ['how-long', 'forgotten after a year', setting('KEEP_DEVICES_DAYS')],
  [
    'how-long',
    'the text of what you wrote is erased',
    { file: 'server/src/conversations/conversations.erasure.ts', where: 'body: erasedText' },
  ],
  ['how-long', 'usually 13 months one by one', setting('KEEP_HITS_DAYS')],
  [
    'how-long',
    'we keep only counts by day, month and quarter of an hour',
    { file: 'server/src/retention/retention.hits.ts', where: 'dropMonths' },
  ],
  ['how-long', 'What we keep of the network address is deleted after 90 days', setting('KEEP_ADDRESSES_DAYS')],
  ['how-long', 'usually six to ten years', operator('six to ten years')],
  ['how-long', 'emails that we sent: their text for 90 days', setting('KEEP_EMAIL_BODIES_DAYS')],
  ['how-long', 'the texts of emails to you, and of those that name you, are erased', erasure],
  ['how-long', 'at most until your account is erased', erasure],
  ['how-long', 'important actions: 7 years', setting('KEEP_AUDIT_DAYS')],
  [
    'how-long',
    'it no longer contains details about you',
    { file: 'server/src/platform/audit.erasure.ts', where: 'redact_audit' },
  ],
  ['how-long', 'we tell you on request', operator('tell people who ask')],
  ['how-long', 'Backups are overwritten in rotation', operator('overwrite them in rotation')],
  [
    'how-long',
    'is deleted again if a backup has to be restored',
    { file: 'server/src/erasure.ts', where: 'export async function eraseAgain' },
  ],
  ['security', 'within 72 hours', operator('within 72 hours')],
  ['your-rights', 'close your account under Account Settings', closing],
  ['your-rights', 'in a common, machine-readable form', dataExport],
  ['your-rights', 'We answer within one month', operator('answer within one month')],
  ['your-rights', 'we tell you within that month that it takes up to two more', operator('say within that month')],
  ['regions', 'within 45 days', operator('within 45 days')],
  ['changes', 'at least 30 days before', operator('at least 30 days before')],
  ['changes', 'earlier versions on request', operator('Keep the earlier versions')],
  ['contact', 'within 5 business days', operator('answer as a rule within 5 business days')],
];

const rows = (text: LegalSlug, of: readonly Row[]) =>
  of.map(([section, says, by]): LegalPromise => ({ text, section, says, by }));

export const promises: readonly LegalPromise[] = [...rows('terms-of-use', terms), ...rows('privacy-policy', policy)];

/** Periods that are no promise of ours: conditions, definitions and what others do. */
export const notPromised: readonly string[] = [
  'at least 18 years old',
  '“business day” is a day',
  'cannot agree within 15 days',
  'within 160 days',
  'quarter of an hour',
  'opt out within 30 days',
  'in the last twelve months',
];
