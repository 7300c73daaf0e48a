import { expect, test } from 'vitest';
import { missing } from './authorization.callers.testing.ts';
import { judgeCallers, judgedCalls, openMatrix } from './authorization.matrix.testing.ts';

// Callers without a session: no token, a revoked one, an expired one.

const matrix = openMatrix();

judgeCallers(matrix, 'anonymous', 'dead');

test('without a bearer token every call that needs a session is refused; a cookie is none (§102)', async () => {
  const { world, callers } = matrix;
  const token = await world.token('ava@creators.test');
  // Only staff have some of the ids.
  const ids = new Proxy(callers[0]?.own ?? {}, { get: (own, name: string) => own[name] ?? missing[name] });
  for (const [name, endpoint] of judgedCalls.filter(([, entry]) => !entry.access.includes('anonymous'))) {
    const answer = await world.anonymous.call(endpoint, {
      params: ids,
      headers: { cookie: `token=${token}; session=${token}` },
    });
    expect(answer.status, name).toBe(401);
  }
});
