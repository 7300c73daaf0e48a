import { Trans, useLingui } from '@lingui/react/macro';
import type { StaffMember } from '@vitrine/contract/team.ts';
import { useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Choices } from '../ui/Choices.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { showToast } from '../ui/toasts.ts';
import { useRoleTexts } from './role-texts.ts';
import { useStaffMutations } from './team.data.ts';

type ChangeProps = { merchant: string; person: StaffMember; onClose: () => void };

/** Changes the role of a colleague, or removes them. */
export function ChangeMember({ merchant, person, onClose }: ChangeProps) {
  const { t } = useLingui();
  const { changeRole, remove } = useStaffMutations(merchant);
  const [role, setRole] = useState(person.role);
  const [isRemoving, setRemoving] = useState(false);
  const { roles, nameOf, aboutOf } = useRoleTexts();
  const { display_name: name } = person;
  const save = () =>
    changeRole.mutate(
      { uid: person.uid, role },
      {
        onSuccess: () => {
          showToast(t`Role saved.`);
          onClose();
        },
      },
    );
  const takeAway = () =>
    remove.mutate(person.uid, {
      onSuccess: () => {
        showToast(t({ message: `${name} was removed.`, context: 'colleague' }));
        onClose();
      },
    });
  const refusal = remove.error ?? changeRole.error;
  const isLastOwner = refusal instanceof ApiProblem && refusal.code === 'conflict';
  return (
    <Drawer title={name} closeLabel={t`Close`} onClose={onClose}>
      <div className={desk.form}>
        {person.you ? (
          <p className={desk.quiet}>
            <Trans>You can’t change your own role. Ask another owner to do it.</Trans>
          </p>
        ) : (
          <>
            <Choices
              label={t`Role`}
              value={role}
              choices={roles.map((each) => ({ value: each, label: nameOf(each), hint: aboutOf(each) }))}
              onChoose={setRole}
            />
            <div className={desk.actions}>
              <Button busy={changeRole.isPending} disabled={role === person.role} onClick={save}>
                <Trans>Save role</Trans>
              </Button>
            </div>
          </>
        )}
        {isLastOwner ? (
          <p role="alert" className={desk.alert}>
            <Trans>The brand needs an owner, and this is the last one. Make somebody else an owner first.</Trans>
          </p>
        ) : (
          <Refused error={refusal} />
        )}
        <div className={desk.actions}>
          {isRemoving ? (
            <>
              <Button look="quiet" busy={remove.isPending} onClick={takeAway}>
                {person.you ? <Trans>Leave now</Trans> : <Trans>Remove now</Trans>}
              </Button>
              <Button look="plain" onClick={() => setRemoving(false)}>
                <Trans>Cancel</Trans>
              </Button>
            </>
          ) : (
            <Button look="plain" onClick={() => setRemoving(true)}>
              {person.you ? <Trans>Leave this team</Trans> : <Trans>Remove from the team</Trans>}
            </Button>
          )}
        </div>
        {isRemoving ? (
          <p className={desk.quiet}>
            <Trans>They are logged out at once and see nothing of the brand any more.</Trans>
          </p>
        ) : null}
      </div>
    </Drawer>
  );
}
