import { useLingui } from '@lingui/react/macro';
import { useUser } from '../accounts/accounts.data.ts';
import { Masthead } from '../ui/Masthead.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { TabsSkeleton } from '../ui/Tabs.tsx';
import balances from '../ledger/Balances.module.css';
import styles from './earnings.module.css';

export function EarningsSkeleton() {
  const { t } = useLingui();
  const { merchant_accounts: accounts } = useUser();
  return (
    <>
      <Masthead heading={t`Earnings`} dateline={<Bone wide="14rem" />} />
      <TabsSkeleton />
      <Loading label={t`Loading your earnings`} className={styles.page}>
        <div className={balances.balances} data-many={accounts.length > 1 || undefined}>
          {accounts.map(({ id }) => (
            <div key={id} className={styles.bones}>
              <Bone wide="9rem" tall="2rem" />
              <Bone wide="min(14rem, 70%)" tall="4.5rem" />
              <Bone wide="min(17rem, 90%)" tall="3rem" />
              <Bone tall="8rem" />
            </div>
          ))}
        </div>
        <div className={styles.bones}>
          {[1, 2, 3, 4].map((row) => (
            <Bone key={row} tall="4rem" />
          ))}
        </div>
      </Loading>
    </>
  );
}
