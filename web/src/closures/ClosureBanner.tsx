import { lazy, Suspense } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { loadPart } from '../locales/texts.ts';

const Notice = lazy(() =>
  loadPart('notices', () => import('./ClosureNotice.tsx')).then((part) => ({ default: part.ClosureNotice })),
);

/** Shown on every page while the account is being closed. */
export function ClosureBanner() {
  const { closing } = useUser();
  return <Suspense>{closing ? <Notice closing={closing} /> : null}</Suspense>;
}
