import { Trans, useLingui } from '@lingui/react/macro';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Suspension } from '@vitrine/contract/suspensions.ts';
import cases from '../accounts/cases.module.css';
import { useDates } from '../accounts/dates.ts';
import { QueryState } from '../consoles/QueryStates.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import { ObjectionForm } from './ObjectionForm.tsx';
import { suspensionCategoryTexts, suspensionOutcomeTexts } from './suspension-texts.ts';
import { ownSuspensionsQuery } from './suspensions.data.ts';

/** Why a creator is suspended or was paused by a brand, what still works, and how to object. */
export function OwnSuspensions() {
  const { t } = useLingui();
  const query = useQuery(ownSuspensionsQuery());
  return (
    <>
      <Masthead heading={t`Suspensions`} />
      <QueryState query={query} loading={t`Loading suspensions`} failed={t`We couldn’t load this page`} />
      {query.data?.length === 0 ? (
        <EmptyState icon={<IconCircleCheck size={28} stroke={1.4} />} title={t`Nothing is suspended`}>
          <Trans>
            If your account is ever suspended, or paused by a brand, you’ll see here why, and how to object.
          </Trans>
        </EmptyState>
      ) : null}
      <ul className={cases.list}>
        {query.data?.map((suspension) => (
          <li key={suspension.id}>
            <Card suspension={suspension} />
          </li>
        ))}
      </ul>
    </>
  );
}

function useTitle({ brand, ended_at: ended }: Suspension): string {
  const { t } = useLingui();
  const name = brand?.display_name ?? '';
  if (brand) return ended ? t`${name} paused your account` : t`${name} has paused your account`;
  return ended ? t`Your account was suspended` : t`Your account is suspended`;
}

function Card({ suspension }: { suspension: Suspension }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const title = useTitle(suspension);
  const { ended_at: ended, outcome, end_reason: endReason } = suspension;
  const since = moment(suspension.started_at);
  const until = ended ? moment(ended) : '';
  return (
    <article className={cases.card} data-over={ended !== null}>
      <h2>{title}</h2>
      <p className={cases.quiet}>
        {ended ? (
          <Trans>
            From {since} to {until}
          </Trans>
        ) : (
          <Trans>Since {since}</Trans>
        )}
        {' · '}
        {t(suspensionCategoryTexts[suspension.category])}
      </p>
      {suspension.reason ? <p className={cases.quote}>{suspension.reason}</p> : null}
      {ended === null ? <WhatStillWorks isPause={suspension.brand !== null} /> : null}
      <Objection suspension={suspension} />
      {outcome ? (
        <p>
          <strong>{t(suspensionOutcomeTexts[outcome])}</strong>
        </p>
      ) : null}
      {endReason && outcome === 'lifted' ? <p className={cases.quote}>{endReason}</p> : null}
    </article>
  );
}

function WhatStillWorks({ isPause }: { isPause: boolean }) {
  return (
    <ul className={cases.points}>
      <li>
        <Trans>Clicks made since then earn no commission; earlier clicks still can.</Trans>
      </li>
      <li>
        {isPause ? (
          <Trans>Your links still lead to the shop. Shoppers don’t see this storefront.</Trans>
        ) : (
          <Trans>Your links still lead to the shops. Shoppers don’t see your storefronts.</Trans>
        )}
      </li>
      <li>
        <Trans>You can read and export everything, and cash out what is yours.</Trans>
      </li>
      <li>
        {isPause ? (
          <Trans>You can write to the brand. Nothing can be changed in this storefront.</Trans>
        ) : (
          <Trans>
            You can change how you log in, your email address, and what only you see: language, theme, time zone and
            notifications. Nothing else can be changed.
          </Trans>
        )}
      </li>
    </ul>
  );
}

function Objection({ suspension }: { suspension: Suspension }) {
  const { moment, day } = useDates();
  const { objection } = suspension;
  if (suspension.can_object) return <ObjectionForm suspension={suspension} />;
  if (!objection)
    return suspension.ended_at === null ? (
      <p>
        <Trans>The time in which you could object is over.</Trans>
      </p>
    ) : null;
  const { text, state, answer } = objection;
  const [sent, due] = [day(objection.created_at), moment(objection.due_at)];
  const answered = objection.answered_at ? day(objection.answered_at) : '';
  return (
    <>
      <h3>
        <Trans>Your objection</Trans>
      </h3>
      <p className={cases.quote}>{text}</p>
      <p>
        {state === 'open' ? (
          <Trans>
            You sent it on {sent}. If nobody answers by {due}, this ends by itself.
          </Trans>
        ) : null}
        {state === 'accepted' ? <Trans>It was accepted on {answered}.</Trans> : null}
        {state === 'rejected' ? <Trans>It was rejected on {answered}, with this answer:</Trans> : null}
        {state === 'lapsed' ? <Trans>Nobody answered by {due}.</Trans> : null}
      </p>
      {answer ? <p className={cases.quote}>{answer}</p> : null}
    </>
  );
}
