// How a transaction gets its role and its limits: with `set local`, in the message that begins it. Behind a pooler, a
// connection's next transaction can run in another session of PostgreSQL, so nothing may be set for a session.

import { keepingMark } from './kept.notices.ts';

/** Milliseconds after which PostgreSQL ends a statement, a wait for a lock, and an idle transaction; 0 for never. */
export type TimeLimits = { statementMs: number; lockMs: number; idleMs: number };

type Settings = Readonly<Record<string, string | number>>;

function setLocal(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join('; ');
}

const limitSettings = ({ statementMs, lockMs, idleMs }: TimeLimits): Settings => ({
  statement_timeout: statementMs,
  lock_timeout: lockMs,
  idle_in_transaction_session_timeout: idleMs,
});

// Few, large, and never alike: how many creators a list has decides how to read it, but PostgreSQL plans a statement that
// it has seen five times for a list of ten. Compiling them takes longer than it saves.
const ofLongRead: Settings = { plan_cache_mode: 'force_custom_plan', jit: 'off' };

/** `begin` with settings, in one round trip. Without a role the transaction runs as the login. The values must be safe to quote. */
export function beginWith(settings: Settings, limits: TimeLimits, isReadOnly = false): string {
  const all = { ...settings, ...limitSettings(limits), ...(isReadOnly ? ofLongRead : {}) };
  return `begin${isReadOnly ? ' read only' : ''}; ${setLocal(all)}`;
}

// The drain's statements are short and always the same: compiling them costs more than it saves.
const ofRedirector: Settings = { jit: 'off', lock_timeout: 10_000, idle_in_transaction_session_timeout: 10_000 };

/** The setting of a transaction that keeps its notices (0091_notices.sql). */
export const keepingNotices: Settings = { 'app.notices': keepingMark };

/** The beginning of a transaction of the redirector: its role accesses links and hits and nothing else. */
export const beginRedirect = `begin; ${setLocal({ role: 'vitrine_redirect', ...ofRedirector })}`;

/** The same, and it keeps its notices. */
export const beginRedirectKeeping = `${beginRedirect}; ${setLocal(keepingNotices)}`;

/** The beginning of a transaction that reads what shoppers may see. */
export const beginPublicRead = `begin read only; ${setLocal({ role: 'vitrine_public', ...ofRedirector })}`;
