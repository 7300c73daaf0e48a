import { openBooks } from '../server/src/ledger/ledger.books.testing.ts';
import type { Context } from '../server/src/context.ts';
import { createUser } from '../server/src/passwords/passwords.service.ts';
import { movableClock } from '../server/src/platform/clock.ts';

/** The books of a brand with one creator, or several. Its terms and codes are from `at`, which is before the first order. */
export async function openBenchBooks(ctx: Context, at: Date, count = 1): ReturnType<typeof openBooks> {
  const creators = [];
  // One after the other, because only a few passwords are hashed at once.
  for (let number = 0; number < count; number += 1) {
    const [email, handle] = [`model-${number}@creators.test`, `model_${number}`];
    const user = { email, handle, password: 'bench-bench', role: 'creator', displayName: handle } as const;
    creators.push({ email, handle, id: await createUser(ctx, user) });
  }
  const staff = await createUser(ctx, {
    email: 'staff@bench.test',
    password: 'bench-bench',
    role: 'brand',
    displayName: 'Staff',
  });
  const clock = movableClock(at);
  return openBooks({ ...ctx, clock }, clock, creators, staff);
}
