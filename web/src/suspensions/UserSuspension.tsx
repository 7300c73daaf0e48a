import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { OperatorUser } from '@vitrine/contract/operators.ts';
import type { OperatorSuspension } from '@vitrine/contract/suspensions.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState, Refused } from '../consoles/QueryStates.tsx';
import { ReasonForm } from '../consoles/ReasonForm.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { showToast } from '../ui/toasts.ts';
import { ObjectionToAnswer } from './ObjectionToAnswer.tsx';
import { SuspendForm } from './SuspendForm.tsx';
import { suspensionCategoryTexts, suspensionOutcomeTexts } from './suspension-texts.ts';
import { suspensionsQuery, useSuspensionMutations } from './suspensions.data.ts';

/** Whether a creator is suspended, what they say against it, and what was before; an operator suspends or lifts here. */
export function UserSuspension({ person }: { person: OperatorUser }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(suspensionsQuery({ uid: person.uid }));
  const all = query.data?.pages.flatMap((page) => page.data) ?? [];
  const current = all.find(({ brand, ended_at: ended }) => brand === null && ended === null);
  return (
    <section className={desk.section} aria-labelledby="suspension">
      <h3 id="suspension">
        <Trans>Suspension</Trans>
      </h3>
      <QueryState
        query={query}
        loading={t`Loading suspensions`}
        failed={t`We couldn’t load the suspensions`}
        rows={1}
      />
      {query.data && current ? <Current suspension={current} name={person.display_name} /> : null}
      {query.data && !current && person.user_status === 100 ? <Suspend person={person} /> : null}
      <Past suspensions={all.filter((each) => each !== current)} />
      <ShowMore query={query} />
    </section>
  );
}

function Suspend({ person: { uid, display_name: name } }: { person: OperatorUser }) {
  const { t } = useLingui();
  const { suspend } = useSuspensionMutations();
  return (
    <>
      <p className={desk.quiet}>
        <Trans>
          From now on, clicks earn nothing and shoppers don’t see the storefronts. The creator can log in, read, export
          and cash out, and has 14 days to object.
        </Trans>
      </p>
      <Refused error={suspend.error} />
      <SuspendForm
        label={t`Reason for the suspension`}
        hint={t`The creator reads it in an email and on their pages. Brands don’t see it.`}
        button={t`Suspend creator`}
        isBusy={suspend.isPending}
        onSend={(given) => suspend.mutate({ uid, ...given }, { onSuccess: () => showToast(t`${name} is suspended.`) })}
      />
    </>
  );
}

function Current({ suspension, name }: { suspension: OperatorSuspension; name: string }) {
  const { t } = useLingui();
  const { moment } = useDates();
  const { lift, uphold } = useSuspensionMutations();
  const { id, objection } = suspension;
  const [since, until] = [moment(suspension.started_at), moment(suspension.object_until)];
  return (
    <>
      <p>
        <strong className={desk.mark} data-look="bad">
          <Trans>Suspended since {since}</Trans>
        </strong>
        <span className={desk.under}>{t(suspensionCategoryTexts[suspension.category])}</span>
      </p>
      <blockquote>{suspension.reason}</blockquote>
      {objection ? (
        <ObjectionToAnswer
          objection={objection}
          isBusy={uphold.isPending}
          error={uphold.error}
          onReject={(answer) => uphold.mutate({ id, answer }, { onSuccess: () => showToast(t`Objection rejected.`) })}
        />
      ) : (
        <p className={desk.quiet}>
          <Trans>The creator has not objected. They can until {until}.</Trans>
        </p>
      )}
      <Refused error={lift.error} />
      <ReasonForm
        label={t`Reason for lifting it`}
        hint={t`The creator reads it in an email. An open objection is accepted.`}
        button={t`Lift suspension`}
        shortest={10}
        isBusy={lift.isPending}
        onSend={(reason) =>
          lift.mutate({ id, reason }, { onSuccess: () => showToast(t`${name} is no longer suspended.`) })
        }
      />
    </>
  );
}

function Past({ suspensions }: { suspensions: readonly OperatorSuspension[] }) {
  const { t } = useLingui();
  const { day } = useDates();
  if (suspensions.length === 0) return null;
  return (
    <>
      <h4>
        <Trans>History</Trans>
      </h4>
      <ul className={desk.sections}>
        {suspensions.map((each) => {
          const [from, until] = [day(each.started_at), each.ended_at ? day(each.ended_at) : ''];
          return (
            <li key={each.id}>
              <p>
                {each.brand ? each.brand.display_name : <Trans>All brands</Trans>}
                {' · '}
                {each.ended_at ? (
                  <Trans>
                    From {from} to {until}
                  </Trans>
                ) : (
                  <Trans>Since {from}</Trans>
                )}
                {' · '}
                {t(suspensionCategoryTexts[each.category])}
              </p>
              <p className={desk.quiet}>{each.reason}</p>
              {each.objection ? (
                <ObjectionToAnswer objection={each.objection} isBusy={false} error={null} onReject={undefined} />
              ) : null}
              {each.outcome ? <p className={desk.quiet}>{t(suspensionOutcomeTexts[each.outcome])}</p> : null}
              {each.end_reason && each.outcome === 'lifted' ? <p className={desk.quiet}>{each.end_reason}</p> : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}
