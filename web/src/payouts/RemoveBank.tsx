import { Trans, useLingui } from '@lingui/react/macro';
import { type PayoutMethod, removePayoutMethod } from '@vitrine/contract/payouts.ts';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { call } from '../api/call.ts';
import { showToast } from '../ui/toasts.ts';
import { useMoneyMoved } from './payouts.data.ts';

export function RemoveBank({ method, onClose }: { method: PayoutMethod; onClose: () => void }) {
  const { t } = useLingui();
  const moneyMoved = useMoneyMoved();
  const { hint } = method;
  return (
    <WithPassword
      title={t`Remove your bank details?`}
      buttonLabel={t`Remove bank details`}
      onClose={onClose}
      run={async (proof) => {
        await call(removePayoutMethod, { params: { payout_method_id: method.id }, body: { proof } });
        await moneyMoved();
        showToast(t`Bank details removed.`);
      }}
    >
      <p>
        <Trans>
          You can’t cash out without bank details. If you add new ones, you can use them after 3 days. Payouts you’ve
          already requested still go to {hint}.
        </Trans>
      </p>
    </WithPassword>
  );
}
