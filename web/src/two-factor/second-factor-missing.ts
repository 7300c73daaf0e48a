import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ownAccountPaths } from '../accounts/own-account.ts';
import { ApiProblem } from '../api/problem.ts';
import { keepRedirectPath } from '../sessions/redirect-path.ts';

/** Leads an operator who needs two-factor login to their account, as soon as a page is refused to them. */
export function useSecondFactorDemand(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        const { pathname, href } = router.latestLocation;
        if (!(error instanceof ApiProblem) || error.code !== 'two_factor_required') return;
        if (pathname === ownAccountPaths.operator) return;
        keepRedirectPath(href);
        void router.navigate({ to: ownAccountPaths.operator, replace: true });
      }),
    [queryClient, router],
  );
}
