import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorGroup } from '@vitrine/contract/groups.ts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { unseenFault } from '../format/unseen.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useGroupMutations } from './groups.data.ts';

type GroupFormProps = { merchant: string; group?: CreatorGroup; onClose: () => void };

/** Creates a group, or changes its name and welcome text, archives it or brings it back. */
export function GroupForm({ merchant, group, onClose }: GroupFormProps) {
  const { t } = useLingui();
  const { create, change } = useGroupMutations(merchant);
  const [name, setName] = useState(group?.name ?? '');
  const [welcome, setWelcome] = useState(group?.welcome ?? '');
  const [isTried, setTried] = useState(false);
  const error = create.error ?? change.error;
  const nameError = error instanceof ApiProblem ? error.errors['name'] : undefined;
  const done = (text: string) => ({
    onSuccess: () => {
      showToast(text);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || unseenFault(name)) return;
    if (group) change.mutate({ id: group.id, name, welcome }, done(t`Group saved.`));
    else create.mutate({ name, welcome }, done(t`Group created.`));
  };
  const missing = isTried && name.trim() === '' ? t`Please enter a name.` : unseenFault(name);
  return (
    <Drawer
      title={group ? group.name : t`New group`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="group" type="submit" wide busy={create.isPending || change.isPending}>
          {group ? <Trans>Save group</Trans> : <Trans>Create group</Trans>}
        </Button>
      }
    >
      <form id="group" className={desk.form} onSubmit={submit} noValidate>
        <TextField
          label={t`Name`}
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={missing ?? (nameError ? t`You already have a group with this name. Choose another one.` : undefined)}
        />
        <TextArea
          label={t`Welcome text (optional)`}
          rows={6}
          maxLength={2000}
          value={welcome}
          onChange={({ target }) => setWelcome(target.value)}
          hint={t`Creators who join this group read it by email and on their portal.`}
        />
        <GroupProblem error={nameError ? null : error} />
        {group ? <ArchiveGroup merchant={merchant} group={group} onDone={onClose} /> : null}
      </form>
    </Drawer>
  );
}

/** A conflict means that creators are in the way. */
function GroupProblem({ error }: { error: Error | null }) {
  if (error instanceof ApiProblem && error.code === 'conflict')
    return (
      <p role="alert" className={desk.alert}>
        <Trans>Creators are in this group or will move to it. Move them to another group first.</Trans>
      </p>
    );
  return <Refused error={error} />;
}

function ArchiveGroup({ merchant, group, onDone }: { merchant: string; group: CreatorGroup; onDone: () => void }) {
  const { t } = useLingui();
  const { change } = useGroupMutations(merchant);
  const isArchived = group.archived_at !== null;
  const turn = () =>
    change.mutate(
      { id: group.id, archived: !isArchived },
      {
        onSuccess: () => {
          showToast(isArchived ? t`The group is back.` : t`Group archived.`);
          onDone();
        },
      },
    );
  return (
    <>
      <div className={desk.actions}>
        <Button look="plain" busy={change.isPending} onClick={turn}>
          {isArchived ? <Trans>Bring back group</Trans> : <Trans>Archive group</Trans>}
        </Button>
      </div>
      {isArchived ? null : (
        <p className={desk.quiet}>
          <Trans>Nobody can join an archived group. Only a group without creators can be archived.</Trans>
        </p>
      )}
      <GroupProblem error={change.error} />
    </>
  );
}
