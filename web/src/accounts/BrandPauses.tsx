import { lazy, Suspense } from 'react';
import { loadPart } from '../locales/texts.ts';
import type { Paused } from './PauseNotice.tsx';

const Notice = lazy(() =>
  loadPart('notices', () => import('./PauseNotice.tsx')).then((part) => ({ default: part.PauseNotice })),
);

/** Says on every page which of the reader's brands are paused or closed, and what that means for them. */
export function BrandPauses({ pauses, reader }: { pauses: readonly Paused[]; reader: 'staff' | 'creator' }) {
  return (
    <Suspense>
      {pauses.map((pause) => (
        <Notice key={pause.brand} pause={pause} reader={reader} />
      ))}
    </Suspense>
  );
}
