import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { BrandReview } from '@vitrine/contract/brand-reviews.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { ReasonForm } from '../consoles/ReasonForm.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { showToast } from '../ui/toasts.ts';
import { concernText } from './review-texts.ts';
import { useReviewMutations } from './reviews.data.ts';

/** A name or a host of a brand, why to look at it, and the decision. */
export function ReviewDrawer({ review, onClose }: { review: BrandReview; onClose: () => void }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { approve, refuse } = useReviewMutations(review.id);
  const { kind, value, state, brand, concern } = review;
  const { display_name: name } = brand;
  const by = review.requested_by ?? '—';
  const since = moment(review.requested_at);
  const done = (text: string) => ({
    onSuccess: () => {
      showToast(text);
      onClose();
    },
  });
  const isWaiting = state === 'waiting';
  return (
    <Drawer title={value} closeLabel={t`Close`} onClose={onClose}>
      <div className={desk.form}>
        <div className={desk.part}>
          <p>
            <span className={desk.mark} data-look="wait">
              {t(concernText(review))}
            </span>
          </p>
          <dl className={desk.facts}>
            <div>
              <dt>
                <Trans>Brand</Trans>
              </dt>
              <dd>
                <Link to="/operator/brands" search={{ brand: brand.id }}>
                  {name}
                </Link>
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Entered by</Trans>
              </dt>
              <dd>{by}</dd>
            </div>
            <div>
              <dt>
                <Trans>Since</Trans>
              </dt>
              <dd>{since}</dd>
            </div>
          </dl>
          <p className={desk.quiet}>
            {kind === 'name' ? (
              concern === 'twin' ? (
                <Trans>
                  Both brands had their names before names were checked. Rename one of them, or approve both.
                </Trans>
              ) : (
                <Trans>
                  Until you decide, the brand keeps its name, {name}. Emails and notifications begin with it.
                </Trans>
              )
            ) : isWaiting ? (
              <Trans>Until you decide, creators’ links can’t lead to this host.</Trans>
            ) : (
              <Trans>
                Creators’ links can already lead to this host. If you withdraw it, they lead to the brand’s shop.
              </Trans>
            )}
          </p>
        </div>
        <Refused error={approve.error ?? refuse.error} />
        <div className={desk.actions}>
          <Button busy={approve.isPending} onClick={() => approve.mutate(undefined, done(t`Approved.`))}>
            {kind === 'name' ? <Trans>Approve name</Trans> : <Trans>Approve host</Trans>}
          </Button>
        </div>
        {concern === 'twin' ? null : (
          <ReasonForm
            label={isWaiting ? t`Reason if you refuse it` : t`Reason if you withdraw it`}
            hint={t`At least 10 characters. The brand’s staff read it.`}
            button={isWaiting ? t`Refuse` : t`Withdraw host`}
            look="quiet"
            shortest={10}
            isBusy={refuse.isPending}
            onSend={(reason) => refuse.mutate(reason, done(isWaiting ? t`Refused.` : t`Host withdrawn.`))}
          />
        )}
      </div>
    </Drawer>
  );
}
