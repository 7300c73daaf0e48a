import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { lazy, Suspense } from 'react';
import { loadPart } from '../locales/texts.ts';

const Notice = lazy(() =>
  loadPart('notices', () => import('./StopNotice.tsx')).then((part) => ({ default: part.StopNotice })),
);

/** Says on every page of a creator which brands have paused them or end their work, and what that means. */
export function AccountStops({ accounts }: { accounts: readonly MerchantAccount[] }) {
  return (
    <Suspense>
      {accounts.map((account) =>
        account.stop ? <Notice key={account.id} account={account} stop={account.stop} /> : null,
      )}
    </Suspense>
  );
}
