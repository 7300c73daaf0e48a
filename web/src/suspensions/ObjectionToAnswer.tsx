import { Trans, useLingui } from '@lingui/react/macro';
import type { Suspension } from '@vitrine/contract/suspensions.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { ReasonForm } from '../consoles/ReasonForm.tsx';

type ObjectionToAnswerProps = {
  objection: NonNullable<Suspension['objection']>;
  /** Undefined: the reader may not answer. */
  onReject: ((answer: string) => void) | undefined;
  isBusy: boolean;
  error: Error | null;
};

/** What a creator says against a suspension, for whoever suspended, and the form to reject it. Lifting accepts it. */
export function ObjectionToAnswer({ objection, onReject, isBusy, error }: ObjectionToAnswerProps) {
  const { t } = useLingui();
  const { moment, day } = useDates();
  const { text, state, answer } = objection;
  const [sent, due] = [day(objection.created_at), moment(objection.due_at)];
  const answered = objection.answered_at ? day(objection.answered_at) : '';
  return (
    <div className={desk.part}>
      <h4>
        <Trans>Objection from {sent}</Trans>
      </h4>
      <blockquote>{text}</blockquote>
      {state === 'open' ? (
        <p>
          <strong className={`${desk.mark} ${desk.sentence}`} data-look="wait">
            <Trans>Answer by {due}. Without an answer, it ends by itself.</Trans>
          </strong>
        </p>
      ) : null}
      {state === 'accepted' ? (
        <p>
          <Trans>Accepted on {answered}</Trans>
        </p>
      ) : null}
      {state === 'rejected' ? (
        <p>
          <Trans>Rejected on {answered}, with this answer:</Trans>
        </p>
      ) : null}
      {state === 'lapsed' ? (
        <p>
          <Trans>Nobody answered by {due}.</Trans>
        </p>
      ) : null}
      {answer ? <blockquote>{answer}</blockquote> : null}
      {state === 'open' && onReject ? (
        <>
          <Refused error={error} />
          <ReasonForm
            label={t`Reason if you reject it`}
            hint={t`The creator will read this.`}
            button={t`Reject objection`}
            look="quiet"
            shortest={10}
            isBusy={isBusy}
            onSend={onReject}
          />
        </>
      ) : null}
    </div>
  );
}
