import { useLingui } from '@lingui/react/macro';
import type { NamedAudience } from '@vitrine/contract/announcements.ts';
import type { DraftProblem } from '@vitrine/contract/announcements.drafts.ts';

/** Whom an announcement is for. */
export function useAudienceText(): (audience: NamedAudience) => string {
  const { t } = useLingui();
  return (audience) => {
    if (audience.kind === 'groups') return audience.groups.map(({ name }) => name).join(', ') || t`No group chosen`;
    if (audience.kind === 'all') return t`All creators`;
    const tags = audience.tags.join(', ');
    return t`Tagged ${tags}`;
  };
}

/** Why a scheduled announcement was not published. */
export function useProblemText(): (problem: DraftProblem) => string {
  const { t } = useLingui();
  const texts: Record<DraftProblem, string> = {
    brand_paused: t`It wasn’t published at its time, because the program was paused. Choose a new time or publish it now.`,
    brand_closed: t`It wasn’t published at its time, because the brand was closed.`,
    audience_empty: t`It wasn’t published at its time, because no creator was in its audience. Choose another one.`,
    incomplete: t`It wasn’t published at its time, because its title or text was empty.`,
  };
  return (problem) => texts[problem];
}
