import { lazy, Suspense } from 'react';
import { useUser } from './accounts.data.ts';
import { loadPart } from '../locales/texts.ts';

const Notice = lazy(() =>
  loadPart('notices', () => import('./HandoverNotice.tsx')).then((part) => ({
    default: part.HandoverNotice,
  })),
);

/** Shows on every page that an operator got a link to this account, until the user dismisses it. */
export function LinkHandover() {
  const { link_handover: handover } = useUser();
  return <Suspense>{handover ? <Notice handover={handover} /> : null}</Suspense>;
}
