import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useUser } from '../accounts/accounts.data.ts';
import { AvatarChooser } from '../accounts/AvatarChooser.tsx';
import { imageSource } from '../format/images.ts';
import { unseenFault } from '../format/unseen.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { showToast } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { HandleForm } from './HandleForm.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { useSettingsMutations } from './settings.data.ts';
import styles from './settings.module.css';

export function Profile() {
  return (
    <SettingsSection id="profile" about={<Trans>What brands and shoppers see about you.</Trans>}>
      <ChangeAvatar />
      <NameForm />
      <HandleForm />
    </SettingsSection>
  );
}

/** The profile of brand staff and operators, who have no public page. */
export function ProfileName() {
  return (
    <SettingsSection id="profile" about={<Trans>The name that emails and logs use for you.</Trans>}>
      <NameForm />
    </SettingsSection>
  );
}

function ChangeAvatar() {
  const { t } = useLingui();
  const user = useUser();
  const { avatar } = useSettingsMutations();
  const [source, setSource] = useState<string>();
  const change = (picture: string | null) =>
    avatar.mutate(picture, {
      onSuccess: () => showToast(picture ? t`Picture saved. It’s live.` : t`Picture removed.`),
      onError: (error) => showToast(t(failureOf(error).text)),
    });
  return (
    <div className={styles.avatarRow}>
      <Avatar src={imageSource(user.avatar)} name={user.display_name} className={styles.avatar} />
      <div className={styles.actions}>
        <AvatarChooser
          label={t`Picture file`}
          busy={avatar.isPending}
          source={source}
          onSource={setSource}
          onUnreadable={() => showToast(t`We can’t read this file as a picture. Please choose another.`)}
          onCut={change}
        >
          <Trans>Change picture</Trans>
        </AvatarChooser>
        {user.avatar === null ? null : (
          <Button look="plain" small disabled={avatar.isPending} onClick={() => change(null)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

function NameForm() {
  const { t } = useLingui();
  const user = useUser();
  const { profile } = useSettingsMutations();
  const form = useForm({ values: { name: user.display_name } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const tooLong = t`Please enter a name of at most 80 characters.`;
  const nameFault = (name: string) =>
    (name.trim().length > 80 && tooLong) ||
    (name.trim() === '' && t`Please enter your name.`) ||
    (unseenFault(name) ?? true);
  const save = form.handleSubmit(async ({ name }) => {
    await profile.mutateAsync({ display_name: name }).then(
      () => showToast(t`Name saved.`),
      (error: unknown) => {
        const { fields, text } = failureOf(error);
        const message = fields.has('display_name') ? tooLong : t(text);
        form.setError('name', { message });
      },
    );
  });
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        {...form.register('name', { validate: nameFault })}
        label={t`Name`}
        autoComplete="name"
        maxLength={200}
        error={errors.name?.message}
      />
      <Button type="submit" look="quiet" busy={isSubmitting} disabled={!isDirty}>
        <Trans>Save name</Trans>
      </Button>
    </form>
  );
}
