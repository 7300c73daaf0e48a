import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { User } from '@vitrine/contract/accounts.ts';
import { acceptInvitation, type Invitation } from '@vitrine/contract/invitations.ts';
import { call } from '../api/call.ts';
import { useApiMutation } from '../api/mutation.ts';
import { ApiProblem } from '../api/problem.ts';
import { formatDay } from '../format/dates.ts';
import { imageSource } from '../format/images.ts';
import { formatMoney } from '../format/money.ts';
import { currentRegion } from '../format/locale.ts';
import { failureText } from '../format/refusals.ts';
import { Arches } from '../ui/Arches.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { userQuery } from '../accounts/accounts.data.ts';
import { forgetInvitationCode } from './invitation-code.ts';
import { InvitationClosed } from './InvitationClosed.tsx';
import { OfferedTerms } from './OfferedTerms.tsx';
import { signOut } from '../sessions/session.ts';
import styles from './start-invite.module.css';

type InvitationPageProps = { code: string; invitation: Invitation; user: User | undefined };

const shownArches = 3;

/** The first page of an invitation: who invites, what they offer, and one next step. */
export function InvitationPage({ code, invitation, user }: InvitationPageProps) {
  const { merchant, note, products, state } = invitation;
  const { display_name: brand } = merchant;
  const accounts = user?.merchant_accounts ?? [];
  // Who had ended there joins again.
  if (accounts.some((account) => account.slug === merchant.slug && account.status !== 'ended'))
    return <AlreadyThere invitation={invitation} />;
  if (state !== 'open') return <InvitationClosed why={state} brand={brand} isLoggedIn={user !== undefined} />;
  const pictures = products.flatMap(({ image, title }) => {
    const src = imageSource(image);
    return src ? [{ src, name: title }] : [];
  });
  return (
    <div className={styles.invitation}>
      <div className={styles.window}>
        {pictures.length >= shownArches ? <Arches pictures={pictures.slice(0, shownArches)} /> : null}
        <Avatar src={imageSource(merchant.brand_logo)} name={brand} className={styles.logo} />
      </div>
      <div className={styles.text}>
        <h1 className={styles.heading}>
          <Trans>{brand} invites you</Trans>
        </h1>
        {note ? <blockquote className={styles.note}>{note}</blockquote> : null}
        <OfferedTerms invitation={invitation} />
        <Gains invitation={invitation} />
      </div>
      <div className={styles.foot}>
        <Acceptance code={code} invitation={invitation} user={user} />
      </div>
    </div>
  );
}

/** What the creator gets: a storefront, links and payouts. */
function Gains({ invitation: { merchant, offer, products } }: { invitation: Invitation }) {
  const { display_name: brand, slug } = merchant;
  const { return_days: returnDays, window_days: windowDays } = offer;
  const minimum = formatMoney(offer.payout_minimum);
  const isOffer = offer.rules.length > 0;
  const selling = products.filter((product) => product.earns !== null).slice(0, 4);
  return (
    <>
      {selling.length > 0 ? (
        <section className={styles.section} aria-labelledby="a-sale">
          <h2 id="a-sale" className={styles.kicker}>
            <Trans>What you earn per sale</Trans>
          </h2>
          <ul className={styles.sales}>
            {selling.map(({ title, price, earns }) => (
              <li key={title} className={styles.sale}>
                <span className={styles.what}>{title}</span>
                <span className={styles.price}>{formatMoney(price)}</span>
                <strong className={styles.earns}>{earns ? formatMoney(earns) : null}</strong>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className={styles.section} aria-labelledby="you-get">
        <h2 id="you-get" className={styles.kicker}>
          <Trans>What you get</Trans>
        </h2>
        <dl className={styles.gains}>
          <div>
            <dt>
              <Trans>Your own storefront</Trans>
            </dt>
            <dd>
              <Trans>
                You pick the {brand} products you want to feature. Its address is{' '}
                <span className={styles.path}>/@you/{slug}</span>.
              </Trans>
            </dd>
          </div>
          {isOffer ? (
            <>
              <div>
                <dt>
                  <Trans>Links that earn commission</Trans>
                </dt>
                <dd>
                  <Plural
                    value={windowDays}
                    one="You get credit when a shopper clicks one and buys within # day. Each click counts once."
                    other="You get credit when a shopper clicks one and buys within # days. Each click counts once."
                  />
                </dd>
              </div>
              <div>
                <dt>
                  <Trans>Clear payout dates</Trans>
                </dt>
                <dd>
                  <Plural
                    value={returnDays}
                    _0={`Available right after the sale. The minimum payout is ${minimum}, and you can see how every cent was calculated.`}
                    one={`Available # day after the sale, when the return window ends. The minimum payout is ${minimum}, and you can see how every cent was calculated.`}
                    other={`Available # days after the sale, when the return window ends. The minimum payout is ${minimum}, and you can see how every cent was calculated.`}
                  />
                </dd>
              </div>
            </>
          ) : null}
        </dl>
      </section>
    </>
  );
}

function Acceptance({ code, invitation, user }: InvitationPageProps) {
  const day = useDay();
  const until = day(invitation.expires_at);
  if (user && user.role !== 'creator') return <OtherRole />;
  if (user && invitation.email !== null && !isOf(user.email, invitation.email))
    return <Foreign invitation={invitation} user={user} />;
  return (
    <>
      {user ? (
        <AcceptNow code={code} invitation={invitation} user={user} />
      ) : (
        <Link to="/register" className={buttonClass({ wide: true })}>
          <Trans>Accept invitation</Trans>
        </Link>
      )}
      <p className={styles.small}>
        <Trans>Valid until {until}.</Trans>{' '}
        {user ? null : (
          <Link to="/login">
            <Trans>I have an account</Trans>
          </Link>
        )}
      </p>
    </>
  );
}

/** Whether an address can be the masked one of the invitation, which shows its first letter and its domain. */
function isOf(email: string, shown: string): boolean {
  const ends = (address: string) => address.charAt(0) + address.slice(address.lastIndexOf('@'));
  return ends(email.toLowerCase()) === ends(shown.toLowerCase());
}

/** A logged-in creator accepts with one click, without registering. */
function AcceptNow({ code, invitation, user }: { code: string; invitation: Invitation; user: User }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const accept = useApiMutation({
    mutationFn: () => call(acceptInvitation, { params: { code } }),
    onSuccess: async ({ data }) => {
      forgetInvitationCode();
      await queryClient.invalidateQueries({ queryKey: userQuery().queryKey });
      await queryClient.fetchQuery({ ...userQuery(), staleTime: 0 });
      await navigate({ to: '/manage/$id/products', params: { id: data.slug } });
    },
  });
  const name = user.display_name;
  const failure = accept.error instanceof ApiProblem ? accept.error.code : undefined;
  if (failure === 'invitation_foreign') return <Foreign invitation={invitation} user={user} />;
  return (
    <>
      {accept.error ? (
        <p role="alert" className={styles.alert}>
          {t(failureText(accept.error))}
        </p>
      ) : null}
      <Button wide busy={accept.isPending} onClick={() => accept.mutate()}>
        <Trans>Accept as {name}</Trans>
      </Button>
    </>
  );
}

async function leave(): Promise<void> {
  await signOut();
  window.location.reload();
}

/** The invitation was sent to another address than the logged-in user's. */
function Foreign({ invitation, user }: { invitation: Invitation; user: User }) {
  const { display_name: brand } = invitation.merchant;
  const { email: own } = user;
  const invited = invitation.email ?? '';
  return (
    <div role="alert" className={styles.foreign}>
      <p>
        <Trans>
          This invitation was sent to {invited}, but you’re logged in as {own}. Log out to continue with the other
          address, or ask {brand} to invite {own}.
        </Trans>
      </p>
      <Button wide onClick={() => void leave()}>
        <Trans>Log out and continue</Trans>
      </Button>
    </div>
  );
}

function OtherRole() {
  return (
    <div className={styles.foreign}>
      <p>
        <Trans>
          You’re logged in as a brand or an operator, and invitations are for creators. Open the link in another
          browser, or log out first.
        </Trans>
      </p>
      <Button wide onClick={() => void leave()}>
        <Trans>Log out and continue</Trans>
      </Button>
    </div>
  );
}

function AlreadyThere({ invitation: { merchant } }: { invitation: Invitation }) {
  const { display_name: brand, slug } = merchant;
  return (
    <div className={styles.there}>
      <Avatar src={imageSource(merchant.brand_logo)} name={brand} className={styles.logo} />
      <h1 className={styles.heading}>
        <Trans>You already have a storefront with {brand}</Trans>
      </h1>
      <p>
        <Trans>There’s nothing left to accept from {brand}.</Trans>
      </p>
      <Link to="/manage/$id/products" params={{ id: slug }} className={buttonClass()}>
        <Trans>Go to your storefront</Trans>
      </Link>
    </div>
  );
}

function useDay(): (at: string) => string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (at) => formatDay(at, new Date(), { locale: currentRegion(), timeZone });
}

export function InvitationSkeleton() {
  const { t } = useLingui();
  return (
    <Loading label={t`Loading the invitation`} className={styles.invitation}>
      <div className={styles.window}>
        <Bone tall="14rem" />
      </div>
      <div className={styles.text}>
        <Bone tall="5rem" wide="80%" />
        <Bone tall="9rem" />
      </div>
    </Loading>
  );
}
