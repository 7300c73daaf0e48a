import type { BenchFigure } from './figure.ts';

type Measure = (options: { quick: boolean }) => Promise<BenchFigure[]>;

/** The measurements by name. */
const measures: Record<string, () => Promise<Measure>> = {
  start: async () => (await import('./start.ts')).measureStart,
  redirect: async () => (await import('./redirect.ts')).measureRedirect,
  links: async () => (await import('./links.ts')).measureLinks,
  stall: async () => (await import('./stall.ts')).measureStall,
  crash: async () => (await import('./crash.ts')).measureCrash,
  'crash-in-rush': async () => (await import('./crash.ts')).measureCrashInRush,
  outage: async () => (await import('./outage.ts')).measureOutage,
  freshness: async () => (await import('./freshness.ts')).measureFreshness,
  clicklog: async () => (await import('./clicklog.ts')).measureClickLog,
  folding: async () => (await import('./folding.ts')).measureFolding,
  postings: async () => (await import('./ledger.postings.ts')).measurePostings,
  ledger: async () => (await import('./ledger.model.ts')).measureLedgerModel,
  orders: async () => (await import('./orders.ts')).measureOrders,
  announcements: async () => (await import('./announcements.ts')).measureAnnouncements,
  notices: async () => (await import('./notices.ts')).measureNotices,
  earnings: async () => (await import('./earnings.ts')).measureEarnings,
  histories: async () => (await import('./histories.ts')).measureHistories,
  deliveries: async () => (await import('./deliveries.ts')).measureDeliveries,
  vitals: async () => (await import('./vitals.ts')).measureVitals,
  lighthouse: async () => (await import('./lighthouse.ts')).measureLighthouse,
  messages: async () => (await import('./messages.ts')).measureMessages,
  live: async () => (await import('./live.ts')).measureLive,
  'message-cost': async () => (await import('./messages.cost.ts')).measureMessageCost,
  analytics: async () => (await import('./analytics.ts')).measureAnalytics,
  backup: async () => (await import('./backup.ts')).measureBackup,
  overview: async () => (await import('./overview.ts')).measureOverview,
  'brand-figures': async () => (await import('./brand.figures.ts')).measureBrandFigures,
  large: async () => (await import('./large.ts')).measureLarge,
  snippet: async () => (await import('./snippet.ts')).measureSnippet,
  retention: async () => (await import('./retention.ts')).measureRetention,
  'rate-cut': async () => (await import('./rate.cuts.ts')).measureRateCut,
  imports: async () => (await import('./imports.ts')).measureImports,
  hostile: async () => (await import('./hostile.ts')).measureHostile,
};

const columns = ['name', 'value', 'yardstick', 'ratio', 'goal'] as const;
const headings = { name: 'figure', value: 'value', yardstick: 'yardstick', ratio: 'ratio', goal: 'goal' };

function print(figures: readonly BenchFigure[]): void {
  const rows = [headings, ...figures];
  const widths = columns.map((column) => Math.max(...rows.map((row) => row[column].length)));
  const lineOf = (row: Omit<BenchFigure, 'holds'>, verdict: string) =>
    `${columns.map((column, index) => row[column].padEnd(widths[index] ?? 0)).join(' | ')} | ${verdict}`;
  console.log(`\n${lineOf(headings, 'holds?')}`);
  console.log(widths.map((width) => '-'.repeat(width)).join('-|-') + '-|-------');
  for (const figure of figures) console.log(lineOf(figure, figure.holds ? 'yes' : 'NO'));
}

/** Runs the named measurements, or all; `--quick` runs them shorter and less accurately. */
export async function main(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  const quick = args.includes('--quick');
  const wanted = args.filter((arg) => !arg.startsWith('--'));
  const names = wanted.length > 0 ? wanted : Object.keys(measures);
  const unknown = names.filter((name) => measures[name] === undefined);
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}; there are ${Object.keys(measures).join(', ')}`);
    process.exitCode = 2;
    return;
  }
  const figures: BenchFigure[] = [];
  for (const name of names) {
    const startedAt = performance.now();
    const measure = await measures[name]?.();
    if (measure) figures.push(...(await measure({ quick })));
    console.log(`${name}: measured in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  }
  print(figures);
  if (figures.some(({ holds }) => !holds)) process.exitCode = 1;
}
