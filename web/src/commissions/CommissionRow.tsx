import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Commission } from '@vitrine/contract/commissions.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import { imageSource } from '../format/images.ts';
import { formatMoney } from '../format/money.ts';
import { LiveValue } from '../ui/Figure.tsx';
import { Hidden } from '../ui/Hidden.tsx';
import { Picture } from '../ui/Picture.tsx';
import styles from './CommissionRow.module.css';
import { reversalNames, stateNames } from './commission-texts.ts';
import { readEarningsSearch } from '../earnings/search.ts';

/** The commission of one order line; it links to its explanation. */
export function CommissionRow({ commission }: { commission: Commission }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { merchant_accounts: accounts } = useUser();
  const merchant = accounts.find((account) => account.id === commission.merchant_account_id)?.slug;
  const { product_title: title, quantity } = commission;
  return (
    <li className={styles.item}>
      <Link
        to="/earnings"
        search={(search) => ({
          ...readEarningsSearch(search),
          order: commission.order_id,
          ...(merchant && { merchant }),
        })}
        state={{ openedHere: true }}
        resetScroll={false}
        preload={false}
        className={styles.row}
      >
        <Picture src={imageSource(commission.product_image)} name={title} className={styles.picture} />
        <span className={styles.title}>
          {title}
          {quantity > 1 ? <span className={styles.quantity}>{` × ${quantity}`}</span> : null}
        </span>
        <span className={styles.brand}>{commission.merchant_display_name}</span>
        <State commission={commission} />
        <span className={styles.at}>{moment(commission.earned_at)}</span>
        <Amount commission={commission} />
        <Hidden>{t`Why this amount?`}</Hidden>
      </Link>
    </li>
  );
}

/** The net amount; where something was reversed, the gross amount beside it. */
function Amount({ commission: { amount, net, reversal } }: { commission: Commission }) {
  const gross = formatMoney(amount);
  return (
    <span className={styles.amount}>
      <LiveValue value={formatMoney(net)} />
      {reversal === 'none' ? null : (
        <span className={styles.gross}>
          <Trans>
            was <s>{gross}</s>
          </Trans>
        </span>
      )}
    </span>
  );
}

/** Doesn't say what a rule found, because that is for the brand to judge. */
function OnHold({
  commission: { merchant_display_name: brand, hold_expires_at: expiresAt },
}: {
  commission: Commission;
}) {
  const { day } = useDates();
  const until = expiresAt ? day(expiresAt) : '';
  return (
    <span className={styles.held}>
      <Trans>
        We’re checking this order. If {brand} doesn’t decide by {until}, it’s released automatically.
      </Trans>
    </span>
  );
}

function State({ commission }: { commission: Commission }) {
  const { t } = useLingui();
  const { day } = useDates();
  if (commission.held_reason && commission.state === 'pending') return <OnHold commission={commission} />;
  const { reversal, state } = commission;
  const reversed = reversal === 'none' ? undefined : t(reversalNames[reversal]);
  // A commission that was refunded after it was paid shows both states: the reversal comes off the next payout.
  if (reversed && (reversal === 'declined' || state === 'reversed'))
    return (
      <span className={styles.state} data-state="reversed">
        {reversed}
      </span>
    );
  const [matures, paid] = [day(commission.matures_at), commission.paid_at ? day(commission.paid_at) : ''];
  return (
    <span className={styles.state} data-state={state}>
      {reversed ? (
        <>
          <span className={styles.reversed}>{reversed}</span>
          {' · '}
        </>
      ) : null}
      {commission.state === 'pending' ? <Trans>Pending, available on {matures}</Trans> : null}
      {commission.state === 'paid' && paid ? <Trans>Paid on {paid}</Trans> : null}
      {commission.state === 'pending' || (commission.state === 'paid' && paid) ? null : t(stateNames[commission.state])}
    </span>
  );
}
