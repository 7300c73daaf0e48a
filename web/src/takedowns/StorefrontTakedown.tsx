import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ownTakedownsQuery } from './own.data.ts';
import styles from './takedowns.module.css';
import { WhyLink } from './WhyLink.tsx';

/** Says that a storefront, or a picture of it, is taken down. */
export function StorefrontTakedown({ accountId }: { accountId: string }) {
  const { data: takedowns = [] } = useQuery(ownTakedownsQuery());
  const found =
    takedowns.find(({ subject_kind: kind, subject_id: id }) => kind === 'creator' || id === accountId) ??
    takedowns.find(({ subject_kind: kind }) => kind === 'picture');
  if (!found) return null;
  return (
    <div className={styles.down} role="status">
      <strong>
        {found.subject_kind === 'picture' ? (
          <Trans>We took down one of your pictures.</Trans>
        ) : (
          <Trans>We took down this storefront.</Trans>
        )}
      </strong>{' '}
      {found.reason} <WhyLink />
    </div>
  );
}
