import { createLazyRoute } from '@tanstack/react-router';
import { TwoFactorMissing } from '../two-factor/TwoFactorMissing.tsx';
import { OwnAccount } from './OwnAccount.tsx';
import { OwnAccountSkeleton } from './OwnAccountSkeleton.tsx';

export default createLazyRoute('/operator-frame/operator/account')({
  component: OperatorAccount,
  pendingComponent: OwnAccountSkeleton,
});

function OperatorAccount() {
  return <OwnAccount notice={<TwoFactorMissing />} />;
}
