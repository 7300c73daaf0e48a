import { Trans, useLingui } from '@lingui/react/macro';
import { type PayoutMethod, removePayoutMethod } from '@vitrine/contract/payouts.ts';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { call } from '../api/call.ts';
import { say } from '../ui/toasts.ts';
import { useMoneyMoved } from './payouts.data.ts';

export function RemoveBank({ method, onClose }: { method: PayoutMethod; onClose: () => void }) {
  const { t } = useLingui();
  const moneyMoved = useMoneyMoved();
  const { hint } = method;
  return (
    <WithPassword
      title={t`Remove your bank details?`}
      deed={t`Remove`}
      onClose={onClose}
      run={async (proof) => {
        await call(removePayoutMethod, { params: { payout_method_id: method.id }, body: { proof } });
        await moneyMoved();
        say(t`Your bank details are removed.`);
      }}
    >
      <p>
        <Trans>
          Without the account {hint} nothing can be cashed out until you add another one, which then rests for three
          days. What you have asked for already still goes there.
        </Trans>
      </p>
    </WithPassword>
  );
}
