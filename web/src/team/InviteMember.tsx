import { Trans, useLingui } from '@lingui/react/macro';
import type { inviteStaff } from '@vitrine/contract/team.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { BrandRole } from '@vitrine/contract/values/brand-roles.ts';
import { useForm } from 'react-hook-form';
import { useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { PasswordLink } from '../consoles/PasswordLink.tsx';
import { unseenFault } from '../format/unseen.ts';
import { Button } from '../ui/Button.tsx';
import { Choices } from '../ui/Choices.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useRoleTexts } from './role-texts.ts';
import { useStaffMutations } from './team.data.ts';

type InviteProps = { merchant: string; onClose: () => void };
type Made = DataOf<typeof inviteStaff>;

/** Invites a colleague by email. Without a mail server, the link to set a password is shown once. */
export function InviteMember({ merchant, onClose }: InviteProps) {
  const { t } = useLingui();
  const { invite } = useStaffMutations(merchant);
  const [role, setRole] = useState<BrandRole>('manager');
  const [made, setMade] = useState<Made>();
  const form = useForm({ defaultValues: { display_name: '', email: '' } });
  const { errors } = form.formState;
  const { roles, nameOf, aboutOf } = useRoleTexts();
  const submit = form.handleSubmit((input) =>
    invite.mutate(
      { ...input, role },
      {
        onSuccess: (answer) => {
          const email = answer.member.email;
          if (answer.link) return setMade(answer);
          showToast(t`We sent an email to ${email}.`);
          return onClose();
        },
        onError: (error) => {
          const said = error instanceof ApiProblem ? error.errors['email'] : undefined;
          if (said) form.setError('email', { message: t`This address can’t be used. Please enter another one.` });
        },
      },
    ),
  );
  if (made?.link) return <AccessLinkDrawer email={made.member.email} link={made.link} onClose={onClose} />;
  const isField = invite.error instanceof ApiProblem && invite.error.code === 'validation_failed';
  const isThere = invite.error instanceof ApiProblem && invite.error.code === 'conflict';
  return (
    <Drawer title={t`Invite colleague`} closeLabel={t`Close`} onClose={onClose}>
      <form className={desk.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t`Name`}
          maxLength={80}
          error={errors.display_name?.message}
          {...form.register('display_name', {
            validate: (name) => (name.trim() === '' ? t`Please enter a name.` : (unseenFault(name) ?? true)),
          })}
        />
        <TextField
          label={t`Email`}
          type="email"
          maxLength={254}
          error={errors.email?.message ?? (isThere ? t`This person is already on the team.` : undefined)}
          {...form.register('email', {
            validate: (email) =>
              /^\S+@\S+\.\S+$/.test(email.trim()) || t`Please enter an email address like name@example.com.`,
          })}
        />
        <Choices
          label={t`Role`}
          value={role}
          choices={roles.map((each) => ({ value: each, label: nameOf(each), hint: aboutOf(each) }))}
          onChoose={setRole}
        />
        <Refused error={isField || isThere ? null : invite.error} />
        <div className={desk.actions}>
          <Button type="submit" busy={invite.isPending}>
            <Trans>Send invitation</Trans>
          </Button>
        </div>
      </form>
    </Drawer>
  );
}

type LinkProps = { email: string; link: NonNullable<Made['link']>; onClose: () => void };

function AccessLinkDrawer({ email, link, onClose }: LinkProps) {
  const { t } = useLingui();
  return (
    <Drawer
      title={t`Colleague added`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button look="quiet" wide onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div className={desk.form}>
        <PasswordLink email={email} link={link} />
        <p className={desk.quiet}>
          <Trans>
            You won’t see it here again. If it’s lost or expires, they choose “Forgot password?” on the login page, and
            your portal’s operator gives them a new link.
          </Trans>
        </p>
      </div>
    </Drawer>
  );
}
