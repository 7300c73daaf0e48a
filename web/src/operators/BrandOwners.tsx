import { Trans, useLingui } from '@lingui/react/macro';
import type { addBrandOwner, OperatorBrand } from '@vitrine/contract/operators.ts';
import type { BodyOf, DataOf } from '@vitrine/contract/endpoint.ts';
import { useState } from 'react';
import { type FieldError, useForm } from 'react-hook-form';
import { checkedBy } from '../api/checked-by.ts';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Address } from '../ui/Address.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { useBrandMutations } from './operators.data.ts';
import { OwnerAccessLink } from './OwnerLink.tsx';

const check = checkedBy(() => import('@vitrine/contract/operators.ts').then(({ addBrandOwner }) => addBrandOwner.body));

type Made = DataOf<typeof addBrandOwner>;

/** Who owns the brand, and how another person becomes an owner too. */
export function BrandOwners({ brand }: { brand: OperatorBrand }) {
  const owners = brand.staff.filter((person) => person.role === 'owner');
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<{ link: NonNullable<Made['owner_link']>; email: string }>();
  return (
    <section className={desk.section} aria-labelledby="brand-owners">
      <h3 id="brand-owners">
        <Trans>Owners</Trans>
      </h3>
      {owners.length > 0 ? (
        <ul className={desk.facts}>
          {owners.map((person) => (
            <li key={person.email}>
              {person.display_name}{' '}
              <span className={desk.under}>
                <Address>{person.email}</Address>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={desk.quiet}>
          <Trans>This brand has no owner.</Trans>
        </p>
      )}
      {made ? <OwnerAccessLink link={made.link} email={made.email} /> : null}
      <div className={desk.actions}>
        <Button small look="quiet" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          <Trans>Add owner</Trans>
        </Button>
      </div>
      {isAdding ? (
        <AddOwner
          brand={brand}
          onDone={(link, email) => {
            setMade(link ? { link, email } : undefined);
            setAdding(false);
          }}
        />
      ) : null}
    </section>
  );
}

type AddOwnerProps = { brand: OperatorBrand; onDone: (link: Made['owner_link'], email: string) => void };
type Input = BodyOf<typeof addBrandOwner>;

function AddOwner({ brand, onDone }: AddOwnerProps) {
  const { t } = useLingui();
  const { addOwner } = useBrandMutations(brand.id);
  const form = useForm<Input>({
    resolver: check,
    defaultValues: { owner: { display_name: '', email: '' }, reason: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { display_name: name } = brand;
  const submit = form.handleSubmit((body) =>
    addOwner.mutate(body, {
      onSuccess: ({ owner_link: link }) => {
        showToast(t`Saved. All owners of ${name} get an email.`);
        onDone(link, body.owner.email);
      },
      onError: (error) => {
        if (!(error instanceof ApiProblem)) return;
        for (const field of ['owner.display_name', 'owner.email', 'reason'] as const) {
          const isUnable = field === 'owner.email' && error.errors[field] !== undefined;
          const message = isUnable
            ? t`This address belongs to someone who can’t own a brand. Please enter another one.`
            : error.errors[field]?.join('; ');
          if (message) form.setError(field, { type: 'refused', message }, { shouldFocus: true });
        }
      },
    }),
  );
  // A refusal of the server brings its own text; otherwise the field has one.
  const errorText = (error: FieldError | undefined, text: string) =>
    error && (error.type === 'refused' ? error.message : text);
  const isNamed = addOwner.error instanceof ApiProblem && addOwner.error.code === 'validation_failed';
  return (
    <form className={desk.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={desk.quiet}>
        <Trans>
          The new owner can do everything at {name}. Its other owners stay; any of them can then close their account.
        </Trans>
      </p>
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
      <TextField
        label={t`Reason`}
        maxLength={500}
        hint={t`At least 10 characters. The owners get it by email.`}
        error={errorText(errors.reason, t`Please enter at least 10 characters.`)}
        {...form.register('reason')}
      />
      <Refused error={isNamed ? null : addOwner.error} />
      <div className={desk.actions}>
        <Button type="submit" busy={isSubmitting || addOwner.isPending}>
          <Trans>Add owner now</Trans>
        </Button>
      </div>
    </form>
  );
}
