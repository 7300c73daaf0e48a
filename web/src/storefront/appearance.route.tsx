import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { AppearanceForm } from './AppearanceForm.tsx';
import { appearanceQuery } from './appearance.data.ts';
import { ManageHead } from './ManageHead.tsx';
import { AppearanceSkeleton } from './AppearanceSkeleton.tsx';
import { storefrontOf } from './storefront.data.ts';

export default createLazyRoute('/frame/manage/$id/appearance')({
  component: AppearancePage,
  pendingComponent: AppearanceSkeleton,
});

const route = getRouteApi('/frame/manage/$id/appearance');

function AppearancePage() {
  const { id: slug } = route.useParams();
  const account = storefrontOf(useUser(), slug);
  return account ? <Appearance key={account.id} account={account} /> : null;
}

function Appearance({ account }: { account: MerchantAccount }) {
  const { data: saved } = useSuspenseQuery(appearanceQuery(account.id));
  return (
    <>
      <ManageHead account={account} />
      <AppearanceForm account={account} saved={saved} />
    </>
  );
}
