import type { Overview } from '@vitrine/contract/overview.ts';
import { LatestCommissions } from './LatestCommissions.tsx';
import { MostClicked } from './MostClicked.tsx';
import { OverviewChart } from './OverviewChart.tsx';

/** The sections below the fold, in a chunk that is loaded later. */
export function LowerSections({ overview }: { overview: Overview }) {
  return (
    <>
      <OverviewChart overview={overview} />
      <MostClicked placements={overview.top_placements} />
      <LatestCommissions commissions={overview.recent} />
    </>
  );
}
