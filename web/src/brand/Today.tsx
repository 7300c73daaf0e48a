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
  const { open_objections: objections, open_claims: claims, waiting_applications: applications } = overview;
  const asked = objections.count + claims + applications + overview.foreign_currency_orders;
  const nothing = held.count + requested.count + problems + unread.messages + expiring.length + asked === 0;
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
        <Asked merchant={merchant} overview={overview} />
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

/**
 * What creators asked the brand for, and orders that it must look at. Most brands have none of it, so it is there only
 * when something waits.
 */
function Asked({ merchant, overview }: TodayProps) {
  const { day } = useDates();
  const { open_objections: objections, open_claims: claims, waiting_applications: applications } = overview;
  const { foreign_currency_orders: foreign } = overview;
  const params = { merchant };
  const due = objections.due_at === null ? '' : day(objections.due_at);
  return (
    <>
      {objections.count > 0 ? (
        <Link to="/brand/$merchant/objections" params={params} {...waitingItem(objections.count)}>
          <Waiting count={objections.count} more={<Trans>Answer by {due}</Trans>}>
            <Plural value={objections.count} one="objection to answer" other="objections to answer" />
          </Waiting>
        </Link>
      ) : null}
      {claims > 0 ? (
        <Link to="/brand/$merchant/claims" params={params} {...waitingItem(claims)}>
          <Waiting count={claims}>
            <Plural value={claims} one="claim to decide" other="claims to decide" />
          </Waiting>
        </Link>
      ) : null}
      {applications > 0 ? (
        <Link to="/brand/$merchant/applications" params={params} {...waitingItem(applications)}>
          <Waiting count={applications}>
            <Plural value={applications} one="application to answer" other="applications to answer" />
          </Waiting>
        </Link>
      ) : null}
      {foreign > 0 ? (
        <Link
          to="/brand/$merchant/orders"
          params={params}
          search={{ outcome: 'waiting_for_currency' }}
          {...waitingItem(foreign)}
        >
          <Waiting count={foreign}>
            <Plural
              value={foreign}
              one="order in a currency you haven’t accepted"
              other="orders in currencies you haven’t accepted"
            />
          </Waiting>
        </Link>
      ) : null}
    </>
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
