import { Trans, useLingui } from '@lingui/react/macro';
import { IconCamera } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { pictureTypes } from '@vitrine/contract/pictures.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { imageSource } from '../format/images.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Avatar } from '../ui/Picture.tsx';
import { say } from '../ui/toasts.ts';
import { failureOf } from './failures.ts';
import { HandleForm } from './HandleForm.tsx';
import { Section } from './Section.tsx';
import { useSettingsDeeds } from './settings.data.ts';
import styles from './settings.module.css';

export function Profile() {
  return (
    <Section id="profile" about={<Trans>What brands and shoppers see of you.</Trans>}>
      <ChangeAvatar />
      <NameForm />
      <HandleForm />
    </Section>
  );
}

function ChangeAvatar() {
  const { t } = useLingui();
  const user = useUser();
  const { avatar } = useSettingsDeeds();
  const chooser = useRef<HTMLInputElement>(null);
  const change = (file: File | null) =>
    avatar.mutate(file, {
      onSuccess: () => say(file ? t`Your new picture is shown.` : t`Your picture is gone.`),
      onError: (error) => {
        const { fields, text } = failureOf(error);
        say(fields.has('picture') ? t`Please choose a JPEG, PNG, WebP or GIF picture of at most 10 MB.` : t(text));
      },
    });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) change(file);
  };
  return (
    <div className={styles.avatarRow}>
      <Avatar src={imageSource(user.avatar)} name={user.display_name} className={styles.avatar} />
      <div className={styles.deeds}>
        <input
          ref={chooser}
          type="file"
          accept={pictureTypes.join(',')}
          hidden
          aria-label={t`Picture file`}
          onChange={choose}
        />
        <Button look="quiet" small busy={avatar.isPending} onClick={() => chooser.current?.click()}>
          <IconCamera size={18} stroke={1.6} aria-hidden="true" />
          <Trans>Change picture</Trans>
        </Button>
        {user.avatar === null ? null : (
          <Button look="plain" small disabled={avatar.isPending} onClick={() => change(null)}>
            <Trans>Remove</Trans>
          </Button>
        )}
        <p className={styles.hint}>
          <Trans>It is cut to a square around its middle.</Trans>
        </p>
      </div>
    </div>
  );
}

function NameForm() {
  const { t } = useLingui();
  const user = useUser();
  const { profile } = useSettingsDeeds();
  const form = useForm({ values: { name: user.display_name } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const save = form.handleSubmit(async ({ name }) => {
    await profile.mutateAsync({ display_name: name }).then(
      () => say(t`Your name is saved.`),
      (error: unknown) => {
        const { fields, text } = failureOf(error);
        const message = fields.has('display_name') ? t`Please enter a name of at most 80 characters.` : t(text);
        form.setError('name', { message });
      },
    );
  });
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      <TextField
        {...form.register('name', { validate: (name) => name.trim() !== '' || t`Please enter your name.` })}
        label={t`Name`}
        autoComplete="name"
        maxLength={80}
        error={errors.name?.message}
      />
      <Button type="submit" look="quiet" busy={isSubmitting} disabled={!isDirty}>
        <Trans>Save name</Trans>
      </Button>
    </form>
  );
}
