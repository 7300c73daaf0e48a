import type { Context } from './context.ts';
import { missingGrants, missingMigrations, missingRoles, writeAsApp } from './platform/database/readiness.ts';
import { finishesWithin } from './platform/deadline.ts';

// Whether this node can do the work of its roles. Probes ask often, so the result is kept for a moment, and a probe that
// comes meanwhile waits for the same one.

/** What /readyz names when it is missing. */
export type Need = 'database' | 'migrations' | 'roles' | 'write' | 'links' | 'journal';

type Needed = Pick<Context, 'config' | 'database'>;

const keptMs = 1_000;
/** A database that takes longer can't serve requests either. Shorter than the usual patience of a load balancer. */
const patienceMs = 2_500;

async function missingInDatabase({ database }: Needed): Promise<Need[]> {
  const login = { query: database.asLogin };
  if (!(await isFine(() => login.query('select 1')))) return ['database'];
  if (!(await isFine(async () => isEmpty(await missingMigrations(login))))) return ['migrations'];
  const [hasRoles, canWrite] = await Promise.all([
    isFine(async () => isEmpty(await missingRoles(login)) && isEmpty(await missingGrants(login))),
    isFine(() => writeAsApp(database)),
  ]);
  return [...(hasRoles ? [] : (['roles'] as const)), ...(canWrite ? [] : (['write'] as const))];
}

/** Whether the check passed in time: it neither threw nor returned false. */
async function isFine(check: () => Promise<unknown>): Promise<boolean> {
  let passed = false;
  const run = check().then(
    (result) => (passed = result !== false),
    () => undefined,
  );
  return (await finishesWithin(run, patienceMs)) && passed;
}

function isEmpty(list: readonly unknown[]): boolean {
  return list.length === 0;
}

/** Returns a function that says what is missing now. `redirector` says it for the role redirect. */
export function createReadiness(needed: Needed, redirector: () => readonly Need[]): () => Promise<Need[]> {
  const usesDatabase = needed.config.roles.some((role) => role !== 'redirect');
  let last: { at: number; missing: Promise<Need[]> } | undefined;
  const check = () => {
    const started = { at: Number.POSITIVE_INFINITY, missing: missingInDatabase(needed) };
    void started.missing.then(() => (started.at = performance.now()));
    return started;
  };
  const inDatabase = () => {
    if (!last || performance.now() - last.at >= keptMs) last = check();
    return last.missing;
  };
  return async () => [
    ...(usesDatabase ? await inDatabase() : []),
    ...(needed.config.roles.includes('redirect') ? redirector() : []),
  ];
}
