import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { usePortalState } from '../frame/use-portal-state.ts';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { helpFormAddress } from './form-address.ts';
import styles from './support.module.css';

const patienceMs = 5000;

/** The help form of another host, with a loading state until it loads, for at most 5 seconds (S12). */
export function EmbeddedForm({ form }: { form: string }) {
  const { t } = useLingui();
  const { project, user, now_storefront: storefront } = usePortalState();
  const account = user.merchant_accounts.find(({ id }) => id === storefront?.id);
  const [address] = useState(() =>
    helpFormAddress(form, { portal: project, user, merchantId: account?.merchant_id ?? '' }),
  );
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLoading(false), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.embedded}>
      {isLoading ? (
        <Loading label={t`Loading the help form`} className={styles.cover}>
          <Bone tall="2.5rem" wide="14rem" />
          <Bone tall="3rem" />
          <Bone tall="9rem" />
        </Loading>
      ) : null}
      <iframe
        className={styles.frame}
        src={address}
        title={t`Help form`}
        referrerPolicy="no-referrer"
        // The form needs its own origin to work; the content security policy only allows this one.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- that origin is not ours
        sandbox="allow-forms allow-scripts allow-same-origin allow-popups"
        onLoad={() => setLoading(false)}
      />
    </div>
  );
}
