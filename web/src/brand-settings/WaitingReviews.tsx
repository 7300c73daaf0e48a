import { Trans, useLingui } from '@lingui/react/macro';
import type { BrandSettings } from '@vitrine/contract/brand-settings.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toasts.ts';
import { useCancelReview } from './brand-settings.data.ts';
import styles from './settings.module.css';

type Review = BrandSettings['reviews'][number];
type Props = { merchant: string; settings: BrandSettings; kind: Review['kind'] };

/** The names or hosts that wait for an operator, under their field. */
export function WaitingReviews({ merchant, settings, kind }: Props) {
  const reviews = settings.reviews.filter((review) => review.kind === kind);
  return reviews.map((review) => <WaitingReview key={review.id} merchant={merchant} review={review} />);
}

function WaitingReview({ merchant, review }: { merchant: string; review: Review }) {
  const { t } = useLingui();
  const { day } = useDates();
  const cancel = useCancelReview(merchant);
  const { id, kind, value } = review;
  const since = day(review.requested_at);
  return (
    <div className={styles.waiting}>
      <p>
        <span className={`${desk.mark} ${desk.sentence}`} data-look="wait">
          {kind === 'name' ? (
            <Trans>
              “{value}” has waited for an operator’s approval since {since}
            </Trans>
          ) : (
            <Trans>
              {value} has waited for an operator’s approval since {since}
            </Trans>
          )}
        </span>
      </p>
      <p className={desk.quiet}>
        <ReviewReason review={review} />
      </p>
      <Button
        look="quiet"
        small
        busy={cancel.isPending}
        onClick={() => cancel.mutate(id, { onSuccess: () => showToast(t`Request canceled.`) })}
      >
        <Trans>Cancel request</Trans>
      </Button>
      <Refused error={cancel.error} />
    </div>
  );
}

function ReviewReason({ review: { concern, other, kind } }: { review: Review }) {
  const brand = other ?? '';
  switch (concern) {
    case 'reserved':
      return <Trans>It reads as if it spoke for this portal. Your name stays until then.</Trans>;
    case 'similar':
      return kind === 'name' ? (
        <Trans>It’s close to the name of {brand}. Your name stays until then.</Trans>
      ) : (
        <Trans>It’s close to a host of {brand}. Links can’t lead to it until then.</Trans>
      );
    case 'shared':
      return <Trans>{brand} has a host of this site. Links can’t lead to it until then.</Trans>;
    case 'international':
      return <Trans>It has letters of other scripts. Links can’t lead to it until then.</Trans>;
    default:
      return <Trans>It’s a different name than before. Your name stays until then.</Trans>;
  }
}
