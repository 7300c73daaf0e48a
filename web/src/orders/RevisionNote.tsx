import { Trans } from '@lingui/react/macro';
import type { Explanation } from '@vitrine/contract/decisions.ts';
import type { ReactNode } from 'react';
import { useDates } from '../accounts/dates.ts';

/** When and why the decision was changed. */
export function RevisionNote({ explanation }: { explanation: Explanation }) {
  const { day } = useDates();
  if (!explanation.revision) return null;
  const on = day(explanation.revision.at);
  const texts: Record<typeof explanation.revision.reason, ReactNode> = {
    late_click: <Trans>A click arrived late on {on} and changed this decision.</Trans>,
    click_class: (
      <Trans>This decision changed on {on}, after we checked again whether its clicks were from real people.</Trans>
    ),
    edit: <Trans>The shop changed this order on {on}. The commission was calculated again under the same terms.</Trans>,
  };
  return <p>{texts[explanation.revision.reason]}</p>;
}
