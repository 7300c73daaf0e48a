import pg from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { movableClock } from '../platform/clock.ts';
import { openRedirectPool } from '../redirector/redirect.pool.ts';
import { openScene, type RedirectorScene, silent } from '../redirector.testing.ts';

export type FiguresScene = {
  scene: RedirectorScene;
  /** A connection as the owner of the database. */
  client: pg.Client;
  pool: pg.Pool;
};

/** A redirector with the link `shirt`, new for each test of the file; call the result inside a test. */
export function useFiguresScene(): () => FiguresScene {
  let opened: FiguresScene | undefined;
  beforeEach(async () => {
    const scene = await openScene();
    await scene.addLink('shirt');
    const client = new pg.Client({ connectionString: scene.url });
    await client.connect();
    opened = { scene, client, pool: openRedirectPool(scene.url, silent) };
  });
  afterEach(async () => {
    await opened?.client.end();
    await opened?.pool.end();
    await opened?.scene[Symbol.asyncDispose]();
    opened = undefined;
  });
  return () => {
    if (opened === undefined) throw new Error('the scene is only open in a test');
    return opened;
  };
}

/** One person at each of these times, all from Sweden. */
export async function visitShirt({ scene }: FiguresScene, at: readonly string[]): Promise<void> {
  const clock = movableClock(new Date(at[0] ?? 0));
  const served = await scene.serve({ clock });
  for (const [index, time] of at.entries()) {
    clock.set(new Date(time));
    await served.visit('/s/shirt', { headers: { 'x-forwarded-for': `203.0.113.${index + 1}`, 'cf-ipcountry': 'SE' } });
  }
  await served.stop();
}
