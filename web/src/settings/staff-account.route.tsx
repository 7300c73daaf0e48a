import { createLazyRoute } from '@tanstack/react-router';
import { OwnAccount } from './OwnAccount.tsx';
import { OwnAccountSkeleton } from './OwnAccountSkeleton.tsx';

export default createLazyRoute('/brand-frame/staff/account')({
  component: OwnAccount,
  pendingComponent: OwnAccountSkeleton,
});
