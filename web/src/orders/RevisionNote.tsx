import { Trans } from '@lingui/react/macro';
import type { Explanation } from '@vitrine/contract/orders.ts';
import { useDates } from '../accounts/dates.ts';

/** When and why the decision was changed. */
export function RevisionNote({ explanation }: { explanation: Explanation }) {
  const { day } = useDates();
  if (!explanation.revision) return null;
  const on = day(explanation.revision.at);
  return (
    <p>
      {explanation.revision.reason === 'late_click' ? (
        <Trans>A click arrived late on {on} and changed this decision.</Trans>
      ) : (
        <Trans>This decision changed on {on}, after we checked again whether its clicks were from real people.</Trans>
      )}
    </p>
  );
}
