import { lazy, Suspense } from 'react';
import { loadChunk } from '../api/chunk.ts';

const ConfirmEmail = lazy(() =>
  loadChunk(() => import('./ConfirmEmail.tsx')).then((part) => ({ default: part.ConfirmEmail })),
);

/** Asks who came with the link of an email to confirm it; few do, so its code loads then. */
export function EmailConfirmation({ hash }: { hash: string }) {
  const token = /^confirm-email=([\w-]+)$/.exec(hash)?.[1];
  return <Suspense>{token === undefined ? null : <ConfirmEmail token={token} />}</Suspense>;
}
