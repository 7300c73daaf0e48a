import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { failureText } from '../format/refusals.ts';
import { showToast } from '../ui/toasts.ts';
import { useSocialMutations } from './social.data.ts';

const route = getRouteApi('/frame/social-insights');

/** Handles the return from a platform: its response is removed from the address, used once, and reported. */
export function useReturn(): { busy: boolean; failure: string | undefined } {
  const { t } = useLingui();
  const { code, state, error, days } = route.useSearch();
  const navigate = route.useNavigate();
  const { finish } = useSocialMutations();
  const seen = useRef<string>(undefined);
  const { mutate } = finish;
  useEffect(() => {
    const answer = `${code ?? ''} ${state ?? ''} ${error ?? ''}`;
    if (answer.trim() === '' || seen.current === answer) return;
    seen.current = answer;
    void navigate({ search: days ? { days } : {}, replace: true, resetScroll: false });
    mutate({ code, state }, { onSuccess: ({ handle }) => showToast(t`@${handle} is connected.`) });
  }, [code, state, error, days, navigate, mutate, t]);
  const problem = finish.error;
  return {
    busy: finish.isPending,
    failure: problem ? t(failureText(problem)) : undefined,
  };
}
