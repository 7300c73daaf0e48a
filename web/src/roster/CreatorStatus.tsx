import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorProfile } from '@vitrine/contract/roster.ts';
import { useState } from 'react';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { ReasonForm } from '../consoles/ReasonForm.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { ObjectionToAnswer } from '../suspensions/ObjectionToAnswer.tsx';
import { SuspendForm } from '../suspensions/SuspendForm.tsx';
import { useUpholdPause } from '../suspensions/suspensions.data.ts';
import { useCreatorMutations } from './roster.data.ts';

type CreatorStatusProps = { merchant: string; creator: CreatorProfile; onClose: () => void };

/** Pauses, resumes or ends a creator, or withdraws an end. */
export function CreatorStatus({ merchant, creator, onClose }: CreatorStatusProps) {
  const { t } = useLingui();
  const { pause, ending } = creator;
  const isOver = ending !== null && !ending.can_be_kept;
  return (
    <Drawer title={creator.display_name} closeLabel={t`Close`} onClose={onClose}>
      <div className={desk.sections}>
        {isOver ? (
          <p>
            <Trans>
              Your work with this creator has ended. To go on, invite them again: they keep everything they had.
            </Trans>
          </p>
        ) : (
          <>
            <Pause merchant={merchant} creator={creator} isPaused={pause !== null} onDone={onClose} />
            <End merchant={merchant} creator={creator} onDone={onClose} />
          </>
        )}
      </div>
    </Drawer>
  );
}

type PartProps = { merchant: string; creator: CreatorProfile; onDone: () => void };

function Pause({ merchant, creator, isPaused, onDone }: PartProps & { isPaused: boolean }) {
  const { t } = useLingui();
  const { pause, resume } = useCreatorMutations(merchant, creator.merchant_account_id);
  const done = (text: string) => ({
    onSuccess: () => {
      showToast(text);
      onDone();
    },
  });
  if (isPaused)
    return (
      <section className={desk.section} aria-labelledby="resume">
        <PauseObjection merchant={merchant} creator={creator} />
        <h3 id="resume">
          <Trans>Resume</Trans>
        </h3>
        <p className={desk.quiet}>
          <Trans>Clicks earn again from now on. The creator gets an email. An open objection is accepted.</Trans>
        </p>
        <Refused error={resume.error} />
        <ReasonForm
          label={t`Reason (optional)`}
          hint={t`The creator will read this.`}
          button={t`Resume creator`}
          shortest={0}
          isBusy={resume.isPending}
          onSend={(reason) => resume.mutate(reason, done(t`Creator resumed.`))}
        />
      </section>
    );
  return (
    <section className={desk.section} aria-labelledby="pause">
      <h3 id="pause">
        <Trans>Pause</Trans>
      </h3>
      <p className={desk.quiet}>
        <Trans>
          From now on, clicks earn nothing; the links still lead to your shop. Orders from earlier clicks still earn,
          and the creator can cash out. They have 14 days to object, and you then have 7 days to answer.
        </Trans>
      </p>
      <Refused error={pause.error} />
      <SuspendForm
        label={t`Reason for the pause`}
        hint={t`The creator reads it in an email and on their pages.`}
        button={t`Pause creator`}
        isBusy={pause.isPending}
        onSend={(given) => pause.mutate(given, done(t`Creator paused.`))}
      />
    </section>
  );
}

/** What the paused creator says against it, and the form to reject that. */
function PauseObjection({ merchant, creator }: Omit<PartProps, 'onDone'>) {
  const { t } = useLingui();
  const uphold = useUpholdPause(merchant, creator.merchant_account_id);
  const objection = creator.pause_suspension?.objection;
  if (!objection) return null;
  return (
    <ObjectionToAnswer
      objection={objection}
      isBusy={uphold.isPending}
      error={uphold.error}
      onReject={(answer) => uphold.mutate(answer, { onSuccess: () => showToast(t`Objection rejected.`) })}
    />
  );
}

function End({ merchant, creator, onDone }: PartProps) {
  const { t } = useLingui();
  const { day } = useDates();
  const { end, withdraw } = useCreatorMutations(merchant, creator.merchant_account_id);
  const [from, setFrom] = useState(creator.earliest_end);
  const endDay = creator.ending ? day(creator.ending.ends_at) : '';
  const done = (text: string) => ({
    onSuccess: () => {
      showToast(text);
      onDone();
    },
  });
  if (creator.ending)
    return (
      <section className={desk.section} aria-labelledby="end">
        <h3 id="end">
          <Trans>Ends on {endDay}</Trans>
        </h3>
        <p className={desk.quiet}>
          <Trans>The creator was told. Until that day you can withdraw it, and nothing changes for them.</Trans>
        </p>
        <Refused error={withdraw.error} />
        <div>
          <Button
            look="quiet"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate(undefined, done(t`The end was withdrawn.`))}
          >
            <Trans>Withdraw the end</Trans>
          </Button>
        </div>
      </section>
    );
  return (
    <section className={desk.section} aria-labelledby="end">
      <h3 id="end">
        <Trans>End</Trans>
      </h3>
      <p className={desk.quiet}>
        <Trans>
          The creator is told the day at once. From then on, clicks earn nothing, and the links still lead to your shop.
          They can still log in, read and export everything, and cash out what is theirs.
        </Trans>
      </p>
      <TextField
        label={t`First day without commission`}
        hint={t`Can’t be earlier than the end of your notice period.`}
        type="date"
        value={from}
        min={creator.earliest_end}
        onChange={(event) => setFrom(event.target.value)}
      />
      <Refused error={end.error} />
      <ReasonForm
        label={t`Reason for the end`}
        hint={t`The creator reads it in an email and on their pages.`}
        button={t`Announce the end`}
        look="quiet"
        isBusy={end.isPending}
        onSend={(reason) => end.mutate({ reason, ...(from && { ends_on: from }) }, done(t`The end was announced.`))}
      />
    </section>
  );
}
