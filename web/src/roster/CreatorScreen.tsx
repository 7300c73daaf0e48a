import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CreatorProfile } from '@vitrine/contract/roster.ts';
import { type ReactNode, useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import type { RangeSearch } from '../analytics/search.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { imageSource } from '../format/images.ts';
import { Button } from '../ui/Button.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { CreatorEvents } from './CreatorEvents.tsx';
import { CreatorNotes } from './CreatorNotes.tsx';
import { CreatorResults } from './CreatorResults.tsx';
import { CreatorStatus } from './CreatorStatus.tsx';
import { CreatorTags } from './CreatorTags.tsx';
import { CreatorTerms } from './CreatorTerms.tsx';
import { MoveCreators } from './MoveCreators.tsx';
import { accountStatusTexts, accountStatusLook } from './roster-columns.tsx';
import { creatorQuery } from './roster.data.ts';
import styles from './roster.module.css';

type CreatorScreenProps = { merchant: string; account: string; range: RangeSearch; controls: ReactNode };

/** Everything that the staff of a brand know about one creator. */
export function CreatorScreen({ merchant, account, range, controls }: CreatorScreenProps) {
  const { t } = useLingui();
  const query = useQuery(creatorQuery(merchant, account));
  const { data: creator } = query;
  return (
    <>
      <Masthead heading={creator?.display_name ?? t`Creator`} />
      <QueryState query={query} loading={t`Loading the creator`} failed={t`We couldn’t load this creator`} />
      {creator ? (
        <div className={desk.sections}>
          <Head merchant={merchant} creator={creator} />
          <CreatorResults merchant={merchant} account={account} range={range} controls={controls} />
          <div className={styles.pair}>
            <CreatorNotes merchant={merchant} creator={creator} />
            <CreatorTerms creator={creator} />
            <Codes merchant={merchant} creator={creator} />
            <Posts creator={creator} />
          </div>
          <CreatorEvents events={creator.history} />
        </div>
      ) : null}
    </>
  );
}

function Head({ merchant, creator }: { merchant: string; creator: CreatorProfile }) {
  const { t } = useLingui();
  const { day } = useDates();
  const may = useBrandRights(merchant);
  const [open, setOpen] = useState<'status' | 'move'>();
  const { merchant_account_id: account, user_handle: handle, group, next_group: next, pause, ending } = creator;
  const joined = day(creator.joined_at);
  const endDay = ending ? day(ending.ends_at) : '';
  const reason = ending?.reason ?? pause?.reason ?? '';
  const nextName = next?.group?.name ?? t`no group`;
  const suspendedSince = creator.suspended_since ? day(creator.suspended_since) : '';
  const nextDay = next ? day(next.effective_at) : '';
  return (
    <section className={desk.section} aria-label={t`About this creator`}>
      <div className={styles.head}>
        <div className={desk.person}>
          <Avatar src={imageSource(creator.avatar)} name={creator.display_name} className={styles.portrait} />
          <div className={styles.about}>
            <p className={styles.name}>{creator.display_name}</p>
            <p>{handle ? `@${handle}` : null}</p>
            <p>
              <span className={desk.mark} data-look={accountStatusLook(creator.status)}>
                {t(accountStatusTexts[creator.status])}
              </span>
              {creator.pause_suspension?.objection?.state === 'open' ? (
                <span className={desk.mark} data-look="wait">
                  <Trans>Objection to answer</Trans>
                </span>
              ) : null}
              {ending?.can_be_kept ? <span className={desk.beside}>{t`Ends on ${endDay}`}</span> : null}
            </p>
            {creator.suspended_since ? (
              <p className={desk.quiet}>
                <Trans>
                  The operator has suspended this creator at all brands since {suspendedSince}. Clicks earn nothing
                  until that ends; what was earned stays.
                </Trans>
              </p>
            ) : null}
            {reason ? (
              <p className={desk.quiet}>
                <Trans>Reason: “{reason}”</Trans>
              </p>
            ) : null}
            <p className={desk.quiet}>
              <Trans>Joined {joined}</Trans> · {group ? group.name : t`In no group`}
            </p>
            {next ? (
              <p className={desk.quiet}>
                <Trans>
                  Moves to {nextName} on {nextDay}
                </Trans>
              </p>
            ) : null}
            <CreatorLinks merchant={merchant} creator={creator} />
          </div>
        </div>
        {may('creators') ? (
          <div className={desk.actions}>
            <Button look="quiet" onClick={() => setOpen('move')}>
              <Trans>Move to a group</Trans>
            </Button>
            <Button look="quiet" onClick={() => setOpen('status')}>
              {creator.status === 'active' ? <Trans>Pause or end</Trans> : <Trans>Change status</Trans>}
            </Button>
          </div>
        ) : null}
      </div>
      <CreatorTags merchant={merchant} creator={creator} />
      {open === 'status' ? (
        <CreatorStatus merchant={merchant} creator={creator} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'move' ? (
        <MoveCreators
          merchant={merchant}
          count={1}
          whom={{ merchant_account_ids: [account] }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </section>
  );
}

type CreatorLinksProps = {
  merchant: string;
  creator: Pick<CreatorProfile, 'merchant_account_id' | 'user_handle' | 'storefront_url'>;
};

/** The ways from this creator to other pages, those that the user may open. */
export function CreatorLinks({ merchant, creator }: CreatorLinksProps) {
  const may = useBrandRights(merchant);
  const { merchant_account_id: account, user_handle: handle } = creator;
  return (
    <p className={styles.links}>
      <a href={creator.storefront_url} target="_blank" rel="noopener">
        <Trans>Storefront</Trans>
      </a>
      {may('messages') ? (
        <Link to="/brand/$merchant/messages/$account" params={{ merchant, account }}>
          <Trans>Messages</Trans>
        </Link>
      ) : null}
      {may('payouts') && handle ? (
        <Link to="/brand/$merchant/adjustments" params={{ merchant }} search={{ to: handle }}>
          <Trans>Give bonus</Trans>
        </Link>
      ) : null}
    </p>
  );
}

function Codes({ merchant, creator: { codes } }: { merchant: string; creator: CreatorProfile }) {
  const { t } = useLingui();
  const { day } = useDates();
  return (
    <section className={desk.section} aria-labelledby="codes">
      <h2 id="codes">
        <Trans>Discount codes</Trans>
      </h2>
      {codes.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>
            No code is assigned to this creator.{' '}
            <Link to="/brand/$merchant/settings" params={{ merchant }}>
              Assign one in the settings
            </Link>
          </Trans>
        </p>
      ) : (
        <dl className={desk.facts}>
          {codes.map(({ code, created_at: since, ended_at: ended }) => {
            const [from, until] = [day(since), ended ? day(ended) : ''];
            return (
              <div key={code}>
                <dt>{code}</dt>
                <dd>{ended ? t`Ended on ${until}` : t`Since ${from}`}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}

function Posts({ creator: { posts } }: { creator: CreatorProfile }) {
  const { day } = useDates();
  return (
    <section className={desk.section} aria-labelledby="posts">
      <h2 id="posts">
        <Trans>Newest posts</Trans>
      </h2>
      {posts.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>This creator hasn’t posted anything on their storefront yet.</Trans>
        </p>
      ) : (
        <dl className={desk.facts}>
          {posts.map((post) => (
            <div key={post.id}>
              <dt>{post.title}</dt>
              <dd>{day(post.created_at)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
