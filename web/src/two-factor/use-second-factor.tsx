import { useQuery } from '@tanstack/react-query';
import { confirmProof } from '@vitrine/contract/two-factor.proofs.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { loadPart } from '../locales/texts.ts';
import { isOfThisPage } from './passkey-host.ts';
import { confirmByPasskey } from './passkeys.ts';
import { twoFactorQuery } from './two-factor.data.ts';

const SecondFactorField = lazy(() =>
  loadPart('codes', () => import('./SecondFactorField.tsx')).then((part) => ({ default: part.SecondFactorField })),
);

type SecondFactor = {
  /** The field for the code, or what says that the passkey is next; nothing without two-factor login. */
  field: ReactNode;
  /** Confirms a proof of the password with what was entered. */
  confirm: (proof: string) => Promise<void>;
};

/** Confirms proofs with the user’s second factor, if they have one and it is `wanted`. */
export function useSecondFactor(wanted: boolean): SecondFactor {
  const own = useQuery({ ...twoFactorQuery(), enabled: wanted });
  const [code, setCode] = useState('');
  const [wantsCode, setWantsCode] = useState(false);
  const [isWrong, setWrong] = useState(false);
  if (!wanted || !own.data || own.data.on_since === null) return { field: null, confirm: async () => undefined };
  const asksPasskey = !wantsCode && own.data.passkeys.some(isOfThisPage);
  const confirm = async (proof: string) => {
    setWrong(false);
    try {
      if (asksPasskey) await confirmByPasskey(proof);
      else await call(confirmProof, { body: { proof, code: code.trim() } });
    } catch (error) {
      setWrong(error instanceof ApiProblem && error.errors['code'] !== undefined);
      throw error;
    }
  };
  const field = (
    <Suspense>
      <SecondFactorField
        asksPasskey={asksPasskey}
        code={code}
        isWrong={isWrong}
        onCode={setCode}
        onWantCode={() => setWantsCode(true)}
      />
    </Suspense>
  );
  return { field, confirm };
}
