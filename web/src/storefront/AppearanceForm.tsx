import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type Control, Controller, useForm, useWatch } from 'react-hook-form';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Appearance } from '@vitrine/contract/appearance.ts';
import { useUser } from '../accounts/accounts.data.ts';
import { checkedBy } from '../api/checked-by.ts';
import { Button } from '../ui/Button.tsx';
import { Choices } from '../ui/Choices.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { showToast } from '../ui/toasts.ts';
import { AccentField } from './AccentField.tsx';
import styles from './appearance.module.css';
import { useAppearanceMutations, type Wanted, wantedOf } from './appearance.data.ts';
import { BannerField } from './BannerField.tsx';
import { useRefusedFields } from './refused-fields.ts';
import { StorefrontPreview } from './StorefrontPreview.tsx';

const check = checkedBy(() =>
  import('@vitrine/contract/appearance.ts').then(({ changeAppearance }) => changeAppearance.body),
);

/** The storefront's appearance, with a preview next to the form. */
export function AppearanceForm({ account, saved }: { account: MerchantAccount; saved: Appearance }) {
  const { t } = useLingui();
  const { save } = useAppearanceMutations(account.id);
  const { display_name: name } = useUser();
  const form = useForm<Wanted>({
    values: wantedOf(saved),
    resetOptions: { keepDirtyValues: true },
    resolver: check,
  });
  const [bannerUrl, setBannerUrl] = useState(saved.banner?.url);
  const showRefusal = useRefusedFields(form);
  const submit = form.handleSubmit(async (chosen) => {
    await save.mutateAsync(chosen).then((kept) => {
      form.reset(wantedOf(kept));
      showToast(t`Saved. It’s live.`);
    }, showRefusal);
  });
  const wanted = useWatch({ control: form.control, compute: (values) => values });
  const { errors, isSubmitting, isDirty } = form.formState;
  const discard = () => {
    form.reset(wantedOf(saved));
    setBannerUrl(saved.banner?.url);
  };
  return (
    <div className={styles.page}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <Controller
          control={form.control}
          name="banner"
          render={({ field, fieldState }) => (
            <BannerField
              accountId={account.id}
              url={field.value === null ? undefined : bannerUrl}
              refused={fieldState.error?.message}
              onChange={(picture) => {
                setBannerUrl(picture?.url);
                field.onChange(picture?.path ?? null);
              }}
            />
          )}
        />
        <TextField
          {...form.register('title')}
          label={t`Title`}
          maxLength={80}
          placeholder={name}
          error={errors.title?.message}
          hint={t`Leave blank to use your name.`}
        />
        <TextArea
          {...form.register('bio')}
          label={t`Description`}
          maxLength={400}
          rows={4}
          error={errors.bio?.message}
          hint={t`Shown next to the title and in search results.`}
        />
        <LookFields control={form.control} accentError={errors.accent?.message} />
        <div className={styles.foot}>
          <Button type="submit" busy={isSubmitting} disabled={!isDirty}>
            <Trans>Save</Trans>
          </Button>
          {isDirty ? (
            <Button look="plain" onClick={discard}>
              <Trans>Discard changes</Trans>
            </Button>
          ) : null}
        </div>
      </form>
      <StorefrontPreview account={account} wanted={wanted} />
    </div>
  );
}

/** Accent, layout and color scheme. */
function LookFields({ control, accentError }: { control: Control<Wanted>; accentError: string | undefined }) {
  const { t } = useLingui();
  return (
    <>
      <Controller
        control={control}
        name="accent"
        render={({ field }) => <AccentField value={field.value} error={accentError} onChange={field.onChange} />}
      />
      <Controller
        control={control}
        name="layout"
        render={({ field }) => (
          <section className={styles.part}>
            <h2 className={styles.label}>
              <Trans>Layout</Trans>
            </h2>
            <Choices
              label={t`Layout`}
              value={field.value}
              choices={[
                { value: 'grid', label: t`Grid`, hint: t`Large and small pictures, mixed.` },
                { value: 'feature', label: t`Spotlight`, hint: t`Your first product large, the others in rows.` },
                { value: 'list', label: t`List`, hint: t`Your notes first, with small pictures.` },
              ]}
              onChoose={field.onChange}
            />
          </section>
        )}
      />
      <Controller
        control={control}
        name="scheme"
        render={({ field }) => (
          <section className={styles.part}>
            <h2 className={styles.label}>
              <Trans>Light or dark</Trans>
            </h2>
            <Segments
              label={t`Light or dark`}
              value={field.value}
              choices={[
                { value: 'auto', label: t`Match the shopper’s device` },
                { value: 'light', label: t`Light` },
                { value: 'dark', label: t`Dark` },
              ]}
              onChoose={field.onChange}
            />
          </section>
        )}
      />
    </>
  );
}
