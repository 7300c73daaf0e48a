import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { GroupChoice } from '../groups/GroupChoice.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea } from '../ui/Field.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { showToast } from '../ui/toasts.ts';
import { InvitedRows, InvitedTally } from './InvitedRows.tsx';
import { useInvitationMutations } from './invitations.data.ts';
import { listReason } from './list-reasons.ts';

type InviteManyProps = { merchant: string; onClose: () => void };

const validDays = 14;

/** Invites many creators at once: paste or file, then what will happen to each row, then what happened. */
export function InviteManyDrawer({ merchant, onClose }: InviteManyProps) {
  const { t } = useLingui();
  const preview = useInvitationMutations(merchant).createMany;
  const send = useInvitationMutations(merchant).createMany;
  const [list, setList] = useState('');
  const [fileName, setFileName] = useState('');
  const [note, setNote] = useState('');
  const [group, setGroup] = useState('');
  const wanted = { list, note, expires_in_days: validDays, ...(group && { group }) };
  const choose = async (file: File) => {
    setFileName(file.name);
    setList(await file.text());
    preview.reset();
  };
  const seen = send.data ?? preview.data;
  if (seen)
    return (
      <Drawer
        title={send.data ? t`Invitations sent` : t`Check the list`}
        side="wide"
        closeLabel={t`Close`}
        isUnsaved={!send.data}
        onClose={onClose}
        foot={
          send.data ? (
            <Button look="quiet" wide onClick={onClose}>
              <Trans>Done</Trans>
            </Button>
          ) : (
            <div className={desk.actions}>
              <Button
                busy={send.isPending}
                disabled={seen.invited === 0}
                onClick={() =>
                  send.mutate({ ...wanted, preview: false }, { onSuccess: () => showToast(t`Invitations sent.`) })
                }
              >
                <Trans>Send invitations</Trans>
              </Button>
              <Button look="plain" onClick={() => preview.reset()}>
                <Trans>Change the list</Trans>
              </Button>
            </div>
          )
        }
      >
        <div className={desk.form}>
          <InvitedTally rows={seen.rows} isPreview={!send.data} />
          <InviteProblem error={send.error} />
          <InvitedRows rows={seen.rows} isPreview={!send.data} />
        </div>
      </Drawer>
    );
  return (
    <Drawer
      title={t`Invite many creators`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button
          wide
          busy={preview.isPending}
          disabled={list.trim() === ''}
          onClick={() => preview.mutate({ ...wanted, preview: true })}
        >
          <Trans>Check the list</Trans>
        </Button>
      }
    >
      <div className={desk.form}>
        <TextArea
          label={t`Email addresses`}
          rows={8}
          value={list}
          spellCheck={false}
          onChange={({ target }) => {
            setList(target.value);
            setFileName('');
          }}
          hint={t`Up to 500, one on each line or separated by commas. Or a table with the columns email, name, group and note.`}
        />
        <FilePicker
          label={t`CSV file`}
          choose={<Trans>Choose file</Trans>}
          chooseAnother={<Trans>Choose another file</Trans>}
          name={fileName}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          busy={preview.isPending}
          onChoose={(file) => void choose(file)}
        />
        <GroupChoice merchant={merchant} value={group} onChoose={setGroup} />
        <TextArea
          label={t`Personal note (optional)`}
          rows={3}
          maxLength={600}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          hint={t`For everyone whose row has no note of its own.`}
        />
        <InviteProblem error={preview.error} />
      </div>
    </Drawer>
  );
}

/** A missing step is named by the message of the refusal's code; the list's own faults by their field. */
function InviteProblem({ error }: { error: Error | null }) {
  const said = error instanceof ApiProblem ? error.errors['list'] : undefined;
  if (!said) return <Refused error={error} />;
  const what = said.map(listReason).join('; ');
  return (
    <p role="alert" className={desk.alert}>
      <Trans>The list {what}.</Trans>
    </p>
  );
}
