import { lazy, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../locales/texts.ts';
import { answerForProofs, type MissingProof } from './proofs.ts';

const ProofDialog = lazy(() =>
  loadPart('codes', () => import('./ProofDialog.tsx')).then((part) => ({ default: part.ProofDialog })),
);

type Asked = MissingProof & { answer: (proof: string | undefined) => void };

/** Shows the dialog that asks for a proof whenever a call needs one. */
export function ProofHost() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(
    () =>
      answerForProofs(
        (missing) =>
          new Promise((resolve) => {
            const answer = (proof: string | undefined) => {
              setAsked(undefined);
              resolve(proof);
            };
            setAsked({ ...missing, answer });
          }),
      ),
    [],
  );
  return asked ? (
    <Suspense>
      <ProofDialog {...asked} />
    </Suspense>
  ) : null;
}
