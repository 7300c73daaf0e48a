import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { createBrand } from '@vitrine/contract/operators.ts';
import { type FieldError, type FieldPath, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { checkedBy } from '../api/checked-by.ts';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { showToast } from '../ui/toasts.ts';
import { installationQuery } from '../installation/installation.data.ts';
import { Tick } from '../ui/Tick.tsx';
import { isConfirmable, withoutField } from './confirmable.ts';
import { useOpenBrand } from './operators.data.ts';
import { OwnerLink } from './OwnerLink.tsx';

const check = checkedBy(() => import('@vitrine/contract/operators.ts').then(({ createBrand }) => createBrand.body));

type Input = z.output<typeof createBrand.body>;
const fields = [
  'display_name',
  'shop_url',
  'currency',
  'owner.display_name',
  'owner.email',
] as const satisfies FieldPath<Input>[];

/** Creates a brand with its first owner, who gets an email. Without a mail server, it shows the owner's link instead. */
export function BrandSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const opening = useOpenBrand();
  const form = useForm<Input>({
    resolver: check,
    defaultValues: {
      display_name: '',
      currency: 'USD',
      shop_url: 'https://',
      owner: { display_name: '', email: '' },
    },
  });
  const { errors, isSubmitting } = form.formState;
  const project = useWatch({ control: form.control, name: 'project' });
  const made = opening.data;
  const { data: installation } = useQuery(installationQuery());
  const variants = installation?.variants ?? [];
  const isSending = installation?.mail.server !== null;
  // The only reasons for which the server refuses what the form let through.
  const refusals: Partial<Record<(typeof fields)[number], string>> = {
    currency: t`This isn’t a currency code we know. Please enter one like USD.`,
    'owner.email': t`This address belongs to someone who can’t own a brand. Please enter another one.`,
  };
  const submit = form.handleSubmit((body) =>
    opening.mutate(body, {
      onSuccess: (brand) => {
        const { display_name: name } = brand;
        if (brand.owner_link) return showToast(t`${name} created. Its owner’s link is also under Emails.`);
        showToast(
          isSending
            ? t`${name} created. Its owner gets an email.`
            : t`${name} created. Its owner sees it after logging in.`,
        );
        onClose();
      },
      onError: (error) => {
        if (!(error instanceof ApiProblem)) return;
        for (const field of fields) {
          const message = error.errors[field] && (refusals[field] ?? error.errors[field].map(withoutField).join('; '));
          if (message) form.setError(field, { type: 'refused', message }, { shouldFocus: true });
        }
      },
    }),
  );
  // A refusal of the server brings its own text; otherwise the field has one.
  const errorText = (error: FieldError | undefined, text: string) =>
    error && (error.type === 'refused' ? error.message : text);
  const isNamed = opening.error instanceof ApiProblem && opening.error.code === 'validation_failed';
  if (made?.owner_link) return <OwnerLink brand={made} link={made.owner_link} onClose={onClose} />;
  return (
    <Drawer title={t`Create brand`} closeLabel={t`Close`} onClose={onClose}>
      <form className={desk.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t`Brand name`}
          error={errorText(errors.display_name, t`Please enter 2 to 80 characters.`)}
          {...form.register('display_name')}
        />
        <TextField
          label={t`Shop address`}
          inputMode="url"
          spellCheck={false}
          hint={t`Creators can link to pages of this shop.`}
          error={errorText(errors.shop_url, t`Please enter the address with https, like https://shop.example.`)}
          {...form.register('shop_url')}
        />
        <TextField
          label={t`Currency`}
          maxLength={3}
          autoCapitalize="characters"
          error={errorText(errors.currency, t`Please enter 3 letters, like USD.`)}
          {...form.register('currency', { setValueAs: (value: string) => value.trim().toUpperCase() })}
        />
        <div>
          <span className={desk.label}>
            <Trans>Variant</Trans>
          </span>
          <Segments
            label={t`Variant`}
            value={project ?? variants.find((variant) => variant.is_standard)?.key ?? ''}
            choices={variants.map(({ key, name }) => ({ value: key, label: name }))}
            onChoose={(chosen) => form.setValue('project', chosen)}
          />
        </div>
        <TextField
          label={t`Owner’s name`}
          error={errorText(errors.owner?.display_name, t`Please enter 2 to 80 characters.`)}
          {...form.register('owner.display_name')}
        />
        <TextField
          label={t`Owner’s email`}
          type="email"
          hint={t`New owners get a link to set their password.`}
          error={errorText(errors.owner?.email, t`Please enter an email address like name@example.com.`)}
          {...form.register('owner.email')}
        />
        {isConfirmable(opening.error) ? (
          <Tick {...form.register('is_deliberate')}>
            <Trans>I mean this name and this host. Use them anyway.</Trans>
          </Tick>
        ) : null}
        <Refused error={isNamed ? null : opening.error} />
        <Button type="submit" busy={isSubmitting || opening.isPending}>
          <Trans>Create brand</Trans>
        </Button>
      </form>
    </Drawer>
  );
}
