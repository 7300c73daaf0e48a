import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Marks the document while the next page loads. If that takes longer than a moment, base.css shows a line. */
export function useLoadingMark(): void {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  useEffect(() => {
    document.documentElement.toggleAttribute('data-loading', isLoading);
    return () => document.documentElement.removeAttribute('data-loading');
  }, [isLoading]);
}
