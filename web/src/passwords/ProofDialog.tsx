import { Trans, useLingui } from '@lingui/react/macro';
import type { MissingProof } from './proofs.ts';
import { WithPassword } from './WithPassword.tsx';

type ProofDialogProps = MissingProof & { answer: (proof: string | undefined) => void };

/** Asks for the password, a code or a passkey: whatever a call needs and the user hasn’t shown yet. */
export function ProofDialog({ needed, proof, answer }: ProofDialogProps) {
  const { t } = useLingui();
  return (
    <WithPassword
      title={t`Confirm it’s you`}
      buttonLabel={t`Continue`}
      needed={needed}
      proof={proof}
      startsAtPassword
      run={async (given) => answer(given)}
      onClose={() => answer(undefined)}
    >
      <p>
        {proof === undefined ? (
          <Trans>For your security, please enter your password again. We won’t ask for the next five minutes.</Trans>
        ) : (
          <Trans>Your account has two-factor login, so this also takes a code or your passkey.</Trans>
        )}
      </p>
    </WithPassword>
  );
}
