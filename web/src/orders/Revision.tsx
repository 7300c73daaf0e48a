import { Trans } from '@lingui/react/macro';
import type { Explanation } from '@vitrine/contract/orders.ts';
import { useMoments } from '../accounts/moments.ts';

/** Says that the decision was made again, when, and why. */
export function Revision({ told }: { told: Explanation }) {
  const { day } = useMoments();
  if (!told.revision) return null;
  const on = day(told.revision.at);
  return (
    <p>
      {told.revision.reason === 'late_click' ? (
        <Trans>A click arrived late on {on} and changed this decision.</Trans>
      ) : (
        <Trans>This decision changed on {on}: we looked again at whether a person made its clicks.</Trans>
      )}
    </p>
  );
}
