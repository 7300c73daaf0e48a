import { useLingui } from '@lingui/react/macro';
import type { NamedAudience } from '@vitrine/contract/announcements.ts';
import type { DraftProblem } from '@vitrine/contract/announcements.drafts.ts';

/** Whom an announcement is for. */
export function useAudienceText(): (audience: NamedAudience) => string {
  const { t } = useLingui();
  return (audience) =>
    audience.kind === 'all'
      ? t`All creators`
      : audience.groups.map(({ name }) => name).join(', ') || t`No group chosen`;
}

/** Why a scheduled announcement was not published. */
export function useProblemText(): (problem: DraftProblem) => string {
  const { t } = useLingui();
  const texts: Record<DraftProblem, string> = {
    brand_paused: t`It wasn’t published at its time, because the program was paused. Choose a new time or publish it now.`,
    brand_closed: t`It wasn’t published at its time, because the brand was closed.`,
    audience_empty: t`It wasn’t published at its time, because no creator was in its groups. Choose another audience.`,
    incomplete: t`It wasn’t published at its time, because its title or text was empty.`,
  };
  return (problem) => texts[problem];
}
