import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { setPayoutMethod } from '@vitrine/contract/payouts.ts';
import { type BankField, bankFieldsOf, countryCodes } from '@vitrine/contract/values/banks.ts';
import { regionNames } from '@vitrine/contract/values/formatters.ts';
import { usePlace, useUser } from '../accounts/accounts.data.ts';
import { prove } from '../passwords/prove.ts';
import { PasswordAgain } from '../passwords/PasswordAgain.tsx';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { say } from '../ui/toasts.ts';
import { useMoneyMoved } from './payouts.data.ts';
import styles from './PayoutMethod.module.css';

type Typed = { country: string; holder_name: string; password: string } & Record<BankField, string>;
type Name = keyof Typed;

const names: readonly string[] = [
  'country',
  'holder_name',
  'iban',
  'routing_number',
  'bic',
  'account_number',
  'password',
] satisfies Name[];

/** The country this browser is set to, where it says one. */
function countryHere(): string {
  const region = new Intl.Locale(navigator.language).region ?? '';
  return countryCodes.includes(region) ? region : 'US';
}

/** New bank details, with the password once more in the same step. */
export function BankForm({ replaces, onClose }: { replaces: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const { display_name: name } = useUser();
  const moneyMoved = useMoneyMoved();
  const form = useForm<Typed>({
    defaultValues: {
      country: countryHere(),
      holder_name: name,
      iban: '',
      routing_number: '',
      bic: '',
      account_number: '',
      password: '',
    },
  });
  const faults = useFaults(form);
  const save = form.handleSubmit(async ({ password, ...typed }) => {
    const fields = bankFieldsOf(typed.country);
    const details = Object.fromEntries(fields.map((field) => [field, typed[field]]));
    try {
      const proof = await prove(password);
      const { country, holder_name } = typed;
      await call(setPayoutMethod, { body: { country, holder_name, ...details, proof } });
      await moneyMoved();
      say(t`Your bank details are kept. We have sent you a mail about it.`);
      onClose();
    } catch (error) {
      faults(error);
    }
  });
  return (
    <Drawer
      title={replaces ? t`New bank details` : t`Bank details`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="bank-details" type="submit" wide busy={form.formState.isSubmitting}>
          <Trans>Save bank details</Trans>
        </Button>
      }
    >
      <form id="bank-details" className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {form.formState.errors.root ? (
          <p role="alert" className={styles.alert}>
            {form.formState.errors.root.message}
          </p>
        ) : null}
        <p className={styles.pledge}>
          {replaces ? (
            <Trans>
              For your safety new details rest for three days before they can be used, and we tell you by mail. What you
              have asked for already goes to the old ones.
            </Trans>
          ) : (
            <Trans>They are kept encrypted, and opened only for the brand that pays you.</Trans>
          )}
        </p>
        <Account form={form} />
        <div className={styles.proof}>
          <PasswordAgain
            {...form.register('password', { required: t`Please enter your password.` })}
            hint={t`Once more, so that nobody but you can say where your money goes.`}
            error={form.formState.errors.password?.message}
          />
        </div>
      </form>
    </Drawer>
  );
}

function Account({ form }: { form: UseFormReturn<Typed> }) {
  const { t } = useLingui();
  const { locale } = usePlace();
  const country = form.watch('country');
  const { errors } = form.formState;
  const countries = useMemo(() => {
    const inWords = regionNames(locale, {});
    return countryCodes
      .map((value) => ({ value, label: inWords.of(value) ?? value }))
      .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  }, [locale]);
  const needed = t`This is needed.`;
  const fields: Record<BankField, { label: string; hint: string }> = {
    iban: { label: t`IBAN`, hint: t`As it stands on your statement; spaces do not matter.` },
    routing_number: { label: t`Routing number`, hint: t`Nine digits, at the foot of a cheque.` },
    bic: { label: t`BIC of your bank`, hint: t`8 or 11 characters, also called SWIFT code.` },
    account_number: { label: t`Account number`, hint: t`Without the name of the bank.` },
  };
  return (
    <>
      <SelectField {...form.register('country')} label={t`Country of the bank`} choices={countries} />
      <TextField
        {...form.register('holder_name', { required: needed })}
        label={t`Account holder`}
        autoComplete="name"
        maxLength={70}
        error={errors.holder_name?.message}
      />
      {bankFieldsOf(country).map((field) => (
        <TextField
          key={field}
          {...form.register(field, { required: needed })}
          {...fields[field]}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          error={errors[field]?.message}
        />
      ))}
    </>
  );
}

/** Puts a refusal where it belongs, in words of ours. */
function useFaults(form: UseFormReturn<Typed>): (error: unknown) => void {
  const { t } = useLingui();
  const words: Partial<Record<Name, string>> = {
    holder_name: t`Please enter the name as the bank has it, with 2 to 70 letters.`,
    iban: t`This is not a sound IBAN of that country: please compare it digit by digit.`,
    routing_number: t`This is not a sound routing number: please compare it digit by digit.`,
    bic: t`This is not a BIC of a bank in that country.`,
    account_number: t`This is not an account number of that country.`,
    password: t`That’s not your password.`,
  };
  return (error) => {
    const refused = error instanceof ApiProblem ? Object.keys(error.errors).filter((name) => names.includes(name)) : [];
    for (const [index, name] of refused.entries())
      form.setError(name as Name, { message: words[name as Name] ?? '' }, { shouldFocus: index === 0 });
    if (refused.length === 0) form.setError('root', { message: t(failureText(error)) });
  };
}
