import { Plural, Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { BrandOverview } from '@vitrine/contract/merchants.ts';
import { useDates } from '../accounts/dates.ts';
import { formatMoney } from '../format/money.ts';
import desk from '../consoles/Console.module.css';
import { Waiting, waitingItem, waitingList } from '../consoles/Waiting.tsx';

type TodayProps = { merchant: string; overview: BrandOverview };

/** The open tasks of the brand, each a link to the page where staff deal with it. */
export function Today({ merchant, overview }: TodayProps) {
  const { held, cash_outs: requested, delivery_problems: problems, unread, expiring_invitations: expiring } = overview;
  const nothing = held.count + requested.count + problems + unread.messages + expiring.length === 0;
  const params = { merchant };
  const [heldSum, requestedSum] = [formatMoney(held.amount), formatMoney(requested.amount)];
  return (
    <section className={desk.section} aria-labelledby="today">
      <h2 id="today">{nothing ? <Trans>You’re all caught up</Trans> : <Trans>To do</Trans>}</h2>
      <div className={waitingList}>
        <Link to="/brand/$merchant/orders" params={params} search={{ outcome: 'held' }} {...waitingItem(held.count)}>
          <Waiting count={held.count} more={held.count > 0 ? <Trans>{heldSum} to review</Trans> : null}>
            <Plural value={held.count} one="commission on hold" other="commissions on hold" />
          </Waiting>
        </Link>
        <Link to="/brand/$merchant/payouts" params={params} {...waitingItem(requested.count)}>
          <Waiting count={requested.count} more={requested.count > 0 ? <Trans>{requestedSum} requested</Trans> : null}>
            <Plural value={requested.count} one="payout to approve" other="payouts to approve" />
          </Waiting>
        </Link>
        <Link to="/brand/$merchant/messages" params={params} {...waitingItem(unread.messages)}>
          <Waiting count={unread.messages}>
            <Plural value={unread.messages} one="unread message" other="unread messages" />
          </Waiting>
        </Link>
        {problems > 0 ? (
          <Link
            to="/brand/$merchant/settings/deliveries"
            params={params}
            search={{ outcome: 'problem' }}
            {...waitingItem(problems)}
          >
            <Waiting count={problems}>
              <Plural
                value={problems}
                one="delivery from your shop needs a look"
                other="deliveries from your shop need a look"
              />
            </Waiting>
          </Link>
        ) : null}
        <Expiring merchant={merchant} invitations={expiring} />
      </div>
    </section>
  );
}

function Expiring({ merchant, invitations }: { merchant: string; invitations: BrandOverview['expiring_invitations'] }) {
  const { day } = useDates();
  const [first] = invitations;
  const [to, on] = first ? [first.to, day(first.expires_at)] : ['', ''];
  const next = first ? (
    <Trans>
      Next: {to}, {on}
    </Trans>
  ) : null;
  return (
    <Link to="/brand/$merchant/invitations" params={{ merchant }} {...waitingItem(invitations.length)}>
      <Waiting count={invitations.length} more={next}>
        <Plural value={invitations.length} one="invitation expiring soon" other="invitations expiring soon" />
      </Waiting>
    </Link>
  );
}
