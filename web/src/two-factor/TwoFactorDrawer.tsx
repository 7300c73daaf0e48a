import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { showToast } from '../ui/toasts.ts';
import { AddFactor } from './AddFactor.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useTwoFactorMutations } from './two-factor.mutations.ts';

export type TwoFactorChange = 'on' | 'app' | 'passkey' | 'off' | 'renew';

/** What is changed about two-factor login. */
export function TwoFactorDrawer({ change, onClose }: { change: TwoFactorChange; onClose: () => void }) {
  if (change === 'off') return <TurnOff onClose={onClose} />;
  if (change === 'renew') return <Renew onClose={onClose} />;
  return <AddFactor {...(change !== 'on' && { kind: change })} onClose={onClose} />;
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { turnOff } = useTwoFactorMutations();
  return (
    <WithPassword
      title={t`Turn off two-factor login?`}
      buttonLabel={t`Turn off`}
      onClose={onClose}
      run={async (proof) => {
        await turnOff(proof);
        showToast(t`Two-factor login is off.`);
      }}
    >
      <p>
        <Trans>
          After that, your password alone logs you in. Your app, passkeys and recovery codes no longer work for it.
        </Trans>
      </p>
    </WithPassword>
  );
}

function Renew({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { renew } = useTwoFactorMutations();
  const [codes, setCodes] = useState<readonly string[]>();
  // The password's own drawer closes itself when it has been confirmed, and the codes take its place.
  const isGoingOn = useRef(false);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <WithPassword
      title={t`New recovery codes`}
      buttonLabel={t`Get new codes`}
      onClose={() => {
        if (!isGoingOn.current) onClose();
      }}
      run={async (proof) => {
        const renewed = await renew(proof);
        isGoingOn.current = true;
        setCodes(renewed);
      }}
    >
      <p>
        <Trans>You get ten new codes. The old ones stop working.</Trans>
      </p>
    </WithPassword>
  );
}
