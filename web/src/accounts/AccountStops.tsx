import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { lazy, Suspense } from 'react';
import { loadPart } from '../locales/texts.ts';

const Notice = lazy(() =>
  loadPart('notices', () => import('./StopNotice.tsx')).then((part) => ({ default: part.StopNotice })),
);

const Suspended = lazy(() =>
  loadPart('notices', () => import('../suspensions/SuspensionNotice.tsx')).then((part) => ({
    default: part.SuspensionNotice,
  })),
);

type AccountStopsProps = { accounts: readonly MerchantAccount[]; suspendedSince: string | null };

/** Says on every page of a creator whether they are suspended, and which brands have paused them or end their work, and what that means. */
export function AccountStops({ accounts, suspendedSince }: AccountStopsProps) {
  return (
    <Suspense>
      {suspendedSince ? <Suspended since={suspendedSince} /> : null}
      {accounts.map((account) =>
        account.stop ? <Notice key={account.id} account={account} stop={account.stop} /> : null,
      )}
    </Suspense>
  );
}
