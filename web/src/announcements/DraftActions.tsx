import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { AnnouncementDraft } from '@vitrine/contract/announcements.drafts.ts';
import { useState } from 'react';
import { useRegion } from '../accounts/accounts.data.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useProblemText } from './announcement-texts.ts';
import styles from './console.module.css';
import { useDraftMutations } from './drafts.data.ts';

type DraftActionsProps = {
  merchant: string;
  draft: AnnouncementDraft | undefined;
  isChanged: boolean;
  isSaving: boolean;
  /** Saves what is on the screen; nothing if that was refused. */
  keep: () => Promise<AnnouncementDraft | undefined>;
  /** The same, and nothing if it has no title or text. */
  keepComplete: () => Promise<AnnouncementDraft | undefined>;
  onSave: () => void;
  onDraft: (draft: AnnouncementDraft) => void;
  onRefused: (error: unknown) => void;
};

/** What can be done with a draft. Each first saves what is on the screen, so that it is what the next step uses. */
export function DraftActions(props: DraftActionsProps) {
  const { draft, isChanged, isSaving, onSave } = props;
  const { moment } = useDates();
  const problemText = useProblemText();
  const at = draft?.scheduled_for;
  return (
    <section className={desk.part} aria-labelledby="publish">
      <h2 id="publish">
        <Trans>Publish</Trans>
      </h2>
      {draft?.problem ? <p className={styles.warning}>{problemText(draft.problem)}</p> : null}
      {at ? (
        <p>
          <Trans>Scheduled for {moment(at)}.</Trans>
        </p>
      ) : null}
      <div className={desk.actions}>
        <Button look="quiet" busy={isSaving} disabled={draft !== undefined && !isChanged} onClick={onSave}>
          {at ? <Trans>Save changes</Trans> : <Trans>Save draft</Trans>}
        </Button>
        <TestEmail {...props} />
      </div>
      <Schedule {...props} />
      <PublishNow {...props} />
      {draft ? <Remove {...props} draft={draft} /> : null}
    </section>
  );
}

function TestEmail({ merchant, keep, onRefused }: DraftActionsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { test } = useDraftMutations(merchant);
  const send = async () => {
    const draft = await keep();
    if (!draft) return;
    try {
      const { sent_to: address } = await test.mutateAsync(draft.id);
      showToast(t`Test email sent to ${address}.`);
    } catch (error) {
      onRefused(error);
    }
    await navigate({
      to: '/brand/$merchant/announcements/drafts/$draft',
      params: { merchant, draft: draft.id },
      replace: true,
      ignoreBlocker: true,
    });
  };
  return (
    <Button look="plain" busy={test.isPending} onClick={() => void send()}>
      <Trans>Send me a test email</Trans>
    </Button>
  );
}

function Schedule({ merchant, draft, keepComplete, onDraft, onRefused }: DraftActionsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { timeZone } = useRegion();
  const { schedule, unschedule } = useDraftMutations(merchant);
  const [localTime, setLocalTime] = useState('');
  const set = async () => {
    const saved = await keepComplete();
    if (!saved) return;
    try {
      await schedule.mutateAsync({ id: saved.id, revision: saved.revision, localTime });
      showToast(t`Announcement scheduled.`);
      await navigate({ to: '/brand/$merchant/announcements', params: { merchant }, ignoreBlocker: true });
    } catch (error) {
      onDraft(saved);
      onRefused(error);
    }
  };
  const cancel = async () => {
    if (!draft) return;
    try {
      onDraft(await unschedule.mutateAsync(draft.id));
      showToast(t`It’s a draft again.`);
    } catch (error) {
      onRefused(error);
    }
  };
  return (
    <div className={desk.part}>
      <TextField
        type="datetime-local"
        label={t`Day and time`}
        value={localTime}
        hint={t`In your brand’s time zone, ${timeZone}.`}
        onChange={(event) => setLocalTime(event.target.value)}
      />
      <div className={desk.actions}>
        <Button look="quiet" busy={schedule.isPending} disabled={localTime === ''} onClick={() => void set()}>
          {draft?.scheduled_for ? <Trans>Change time</Trans> : <Trans>Schedule announcement</Trans>}
        </Button>
        {draft?.scheduled_for ? (
          <Button look="plain" busy={unschedule.isPending} onClick={() => void cancel()}>
            <Trans>Cancel schedule</Trans>
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Publishing can't be undone, so it takes a second click, which says how many creators it reaches. */
function PublishNow({ merchant, keepComplete, onDraft, onRefused }: DraftActionsProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { publish } = useDraftMutations(merchant);
  const [asked, setAsked] = useState<AnnouncementDraft>();
  const ask = async () => setAsked(await keepComplete());
  const go = async () => {
    // What was changed since the first click is saved before it is published.
    const saved = await keepComplete();
    if (!saved) return setAsked(undefined);
    try {
      await publish.mutateAsync(saved);
      showToast(t`Announcement published.`);
      return await navigate({
        to: '/brand/$merchant/announcements/$announcement',
        params: { merchant, announcement: saved.id },
        replace: true,
        ignoreBlocker: true,
      });
    } catch (error) {
      setAsked(undefined);
      onDraft(saved);
      return onRefused(error);
    }
  };
  if (!asked)
    return (
      <div className={desk.actions}>
        <Button onClick={() => void ask()}>
          <Trans>Publish now</Trans>
        </Button>
      </div>
    );
  return (
    <div className={desk.actions}>
      <Button busy={publish.isPending} onClick={() => void go()}>
        <Plural value={asked.creators ?? 0} one="Publish to # creator" other="Publish to # creators" />
      </Button>
      <Button look="plain" onClick={() => setAsked(undefined)}>
        <Trans>Not yet</Trans>
      </Button>
    </div>
  );
}

function Remove({ merchant, draft, onRefused }: DraftActionsProps & { draft: AnnouncementDraft }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { remove } = useDraftMutations(merchant);
  const [asking, setAsking] = useState(false);
  const go = async () => {
    try {
      await remove.mutateAsync(draft.id);
      showToast(t`Draft deleted.`);
      await navigate({ to: '/brand/$merchant/announcements', params: { merchant }, ignoreBlocker: true });
    } catch (error) {
      onRefused(error);
    }
  };
  return (
    <div className={desk.actions}>
      {asking ? (
        <>
          <Button look="plain" busy={remove.isPending} onClick={() => void go()}>
            <Trans>Delete this draft</Trans>
          </Button>
          <Button look="plain" onClick={() => setAsking(false)}>
            <Trans>Keep draft</Trans>
          </Button>
        </>
      ) : (
        <Button look="plain" onClick={() => setAsking(true)}>
          <Trans>Delete draft</Trans>
        </Button>
      )}
    </div>
  );
}
