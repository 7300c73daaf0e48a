import { invalid } from '../refusal.ts';

/** What a thread is asked for in tests. */
type Input = { work: 'count' | 'forever' | 'memory' | 'crash' | 'refuse'; parts?: number };

export async function readInTest({ work, parts = 0 }: Input, emit: (part: number) => Promise<void>): Promise<string> {
  if (work === 'refuse') throw invalid('csv', 'must be a table');
  if (work === 'crash') process.exit(3);
  if (work === 'forever') for (;;);
  if (work === 'memory') {
    const kept: object[] = [];
    for (;;) kept.push({ more: [kept.length] });
  }
  for (let part = 0; part < parts; part += 1) await emit(part);
  return 'done';
}
