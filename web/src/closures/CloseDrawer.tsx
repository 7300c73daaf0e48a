import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Closure } from '@vitrine/contract/closures.ts';
import { useState } from 'react';
import { useUser } from '../accounts/accounts.data.ts';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { Switch } from '../ui/Switch.tsx';
import { showToast } from '../ui/toasts.ts';
import { useClosureMutations } from './closures.data.ts';
import styles from './closures.module.css';

/** The confirmation: what happens right away and when it is final, and the choice about money that is owed. */
export function CloseDrawer({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const { t } = useLingui();
  const { role } = useUser();
  const { request } = useClosureMutations();
  const [givesUp, setGivesUp] = useState(false);
  const days = closure.grace_days;
  return (
    <WithPassword
      title={t`Close account`}
      buttonLabel={t`Close account`}
      onClose={onClose}
      run={async (proof) => {
        await request.mutateAsync({ proof, give_up_money: givesUp });
        showToast(t`Your account is being closed. We sent you an email.`);
      }}
    >
      <p>
        <Plural
          value={days}
          one="We erase your account and your data in # day. Until then, you can log in and keep it."
          other="We erase your account and your data in # days. Until then, you can log in and keep it."
        />
      </p>
      {role === 'creator' ? (
        <p>
          <Trans>
            Your storefronts are hidden right away. Your links keep redirecting shoppers until then, and what they earn
            is yours.
          </Trans>
        </p>
      ) : null}
      {closure.owed.length > 0 ? (
        <div className={styles.choice}>
          <Switch
            label={t`Give up money that brands owe me`}
            hint={t`If this is off, we erase your account only once you’ve been paid.`}
            on={givesUp}
            onTurn={setGivesUp}
          />
        </div>
      ) : null}
    </WithPassword>
  );
}
