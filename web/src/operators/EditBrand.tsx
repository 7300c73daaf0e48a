import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorBrand } from '@vitrine/contract/operators.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { installationQuery } from '../installation/installation.data.ts';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { showToast } from '../ui/toasts.ts';
import { Tick } from '../ui/Tick.tsx';
import { isConfirmable, withoutField } from './confirmable.ts';
import { useBrandMutations } from './operators.data.ts';

type Form = {
  display_name: string;
  shop_url: string;
  project: string;
  hosts: string;
  reason: string;
  is_deliberate: boolean;
};

/** One host a line. */
function hostsIn(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((host) => host.trim())
    .filter(Boolean);
}

/** Changes the base data of a brand. Its address and currency are fixed, because links and books depend on them. */
export function EditBrand({ brand }: { brand: OperatorBrand }) {
  const { t } = useLingui();
  const { change } = useBrandMutations(brand.id);
  const variants = useQuery(installationQuery()).data?.variants ?? [];
  const form = useForm<Form>({
    values: {
      display_name: brand.display_name,
      shop_url: brand.shop_url,
      project: brand.project,
      hosts: brand.hosts.join('\n'),
      reason: '',
      is_deliberate: false,
    },
  });
  const { errors } = form.formState;
  const project = useWatch({ control: form.control, name: 'project' });
  const { display_name: name } = brand;
  const submit = form.handleSubmit(({ hosts, ...rest }) =>
    change.mutate(
      { ...rest, hosts: hostsIn(hosts) },
      {
        onSuccess: () => showToast(t`Saved. The owners of ${name} get an email.`),
        onError: (error) => {
          if (!(error instanceof ApiProblem)) return;
          for (const field of ['display_name', 'shop_url', 'hosts', 'reason'] as const) {
            const message = Object.entries(error.errors)
              .find(([key]) => key.split('.')[0] === field)?.[1]
              .map(withoutField)
              .join('; ');
            if (message) form.setError(field, { type: 'refused', message }, { shouldFocus: true });
          }
        },
      },
    ),
  );
  const isNamed = change.error instanceof ApiProblem && change.error.code === 'validation_failed';
  return (
    <details className={desk.fold}>
      <summary>
        <Trans>Edit brand</Trans>
      </summary>
      <form className={desk.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextField label={t`Brand name`} error={errors.display_name?.message} {...form.register('display_name')} />
        <TextField
          label={t`Shop address`}
          inputMode="url"
          spellCheck={false}
          error={errors.shop_url?.message}
          {...form.register('shop_url')}
        />
        <div>
          <span className={desk.label}>
            <Trans>Variant</Trans>
          </span>
          <Segments
            label={t`Variant`}
            value={project}
            choices={variants.map(({ key, name: label }) => ({ value: key, label }))}
            onChoose={(chosen) => form.setValue('project', chosen)}
          />
        </div>
        <TextArea
          label={t`Allowed hosts`}
          rows={3}
          spellCheck={false}
          hint={t`One per line. New links can only lead to these hosts; existing links keep working.`}
          error={errors.hosts?.message}
          {...form.register('hosts')}
        />
        <TextField
          label={t`Reason`}
          maxLength={500}
          hint={t`At least 10 characters. The owners get it by email.`}
          error={
            errors.reason &&
            (errors.reason.type === 'refused' ? errors.reason.message : t`Please enter at least 10 characters.`)
          }
          {...form.register('reason', { validate: (text) => text.trim().length >= 10 })}
        />
        {isConfirmable(change.error) ? (
          <Tick {...form.register('is_deliberate')}>
            <Trans>I mean this name and these hosts. Use them anyway.</Trans>
          </Tick>
        ) : null}
        <Refused error={isNamed ? null : change.error} />
        <div className={desk.actions}>
          <Button type="submit" busy={change.isPending}>
            <Trans>Save changes</Trans>
          </Button>
        </div>
      </form>
    </details>
  );
}
