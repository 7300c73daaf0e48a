import { createLazyRoute } from '@tanstack/react-router';
import { OwnAccount } from './OwnAccount.tsx';
import { OwnAccountSkeleton } from './OwnAccountSkeleton.tsx';

export default createLazyRoute('/operator-frame/operator/account')({
  component: OwnAccount,
  pendingComponent: OwnAccountSkeleton,
});
