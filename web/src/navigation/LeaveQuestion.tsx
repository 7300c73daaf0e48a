import { useBlocker } from '@tanstack/react-router';
import { readToken } from '../api/token.ts';
import { DiscardQuestion } from '../ui/DiscardQuestion.tsx';

type Leaving = { current: { pathname: string }; next: { pathname: string } };

/** A session that ended leads to the login page without asking. */
function leavesPage({ current, next }: Leaving): boolean {
  return current.pathname !== next.pathname && readToken() !== undefined;
}

/**
 * Asks before a page with unsaved changes is left. Before a reload, and before the tab is closed, only the browser can
 * ask. A navigation after saving passes `ignoreBlocker`, because the page may not know yet that it is saved.
 */
export function LeaveQuestion({ isUnsaved }: { isUnsaved: boolean }) {
  const leaving = useBlocker({ shouldBlockFn: leavesPage, disabled: !isUnsaved, withResolver: true });
  if (leaving.status !== 'blocked') return null;
  return <DiscardQuestion onKeep={leaving.reset} onDiscard={leaving.proceed} />;
}
