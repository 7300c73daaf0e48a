import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../ui/Button.tsx';
import { useDismissWelcome, welcomesQuery } from './groups.data.ts';
import styles from './groups.module.css';

/** The welcome text of the creator's group at a brand, until it is put away. Nothing while it loads or fails. */
export function WelcomeCard({ slug }: { slug: string }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(welcomesQuery());
  const dismiss = useDismissWelcome();
  const found = data.find((each) => each.slug === slug);
  if (!found) return null;
  const { brand } = found;
  return (
    <section className={styles.welcome} aria-label={t`Welcome from ${brand}`}>
      <h2>
        <Trans>Welcome from {brand}</Trans>
      </h2>
      <p className={styles.text}>{found.welcome}</p>
      <Button look="quiet" small busy={dismiss.isPending} onClick={() => dismiss.mutate(found.merchant_account_id)}>
        <Trans>Got it</Trans>
      </Button>
    </section>
  );
}
