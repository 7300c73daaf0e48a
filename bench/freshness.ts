import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BenchFigure } from './figure.ts';
import { codeOf } from './redirect.load.ts';
import { startProcess } from './redirect.process.ts';
import { pause, startCrowd } from './redirect.shopper.ts';
import { openStage } from './redirect.stage.ts';
import { quantileOf } from './quantile.ts';

// From the shopper's answer to the figures that a dashboard reads, at a thousand clicks a second. Probes have links of
// their own, whose totals are polled all the time.

const links = 20_000;
const probes = 400;
const perSecond = 1_000;
const probeEveryMs = 20;

export async function measureFreshness(options: { quick: boolean }): Promise<BenchFigure[]> {
  await using stage = await openStage(links + probes);
  const dataDir = join(stage.folder, 'redirect');
  const served = await startProcess('product', { args: [stage.url, dataDir] });
  const crowd = startCrowd({ port: () => served.port, connections: 32, codes: links, perSecond });
  await pause(1_000);
  const wanted = options.quick ? probes / 2 : probes;
  const clickedAt = new Map<string, number>();
  const lags: number[] = [];
  const reader = new pg.Client({ connectionString: stage.url });
  await reader.connect();
  const read = async (): Promise<void> => {
    const { rows } = await reader.query<{ code: string }>({
      name: 'probes',
      text: 'select l.code from links l join link_totals t on t.link_id = l.id where l.code = any($1) and t.hits > 0',
      values: [[...clickedAt.keys()]],
    });
    const now = performance.now();
    for (const { code } of rows) {
      lags.push(now - (clickedAt.get(code) ?? now));
      clickedAt.delete(code);
    }
  };
  for (let probe = 1; probe <= wanted; probe += 1) {
    const code = codeOf(links + probe);
    const answer = await fetch(`${served.origin}/s/${code}`, {
      redirect: 'manual',
      headers: {
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      },
    });
    await answer.arrayBuffer();
    clickedAt.set(code, performance.now());
    await read();
    await pause(probeEveryMs);
  }
  const deadline = performance.now() + 10_000;
  while (clickedAt.size > 0 && performance.now() < deadline) {
    await read();
    await pause(5);
  }
  await reader.end();
  await crowd.stop();
  await served.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
  const missing = clickedAt.size;
  return [
    {
      name: `click → figures under ${perSecond} clicks/s, p99`,
      value: `${quantileOf(lags, 0.99).toFixed(0)} ms`,
      yardstick: `p50 ${quantileOf(lags, 0.5).toFixed(0)} ms, ${lags.length} probes`,
      ratio: '',
      goal: '≤ 1000 ms',
      holds: missing === 0 && quantileOf(lags, 0.99) <= 1_000,
    },
  ];
}
