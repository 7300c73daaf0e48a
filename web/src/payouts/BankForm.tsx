import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { setPayoutMethod } from '@vitrine/contract/payouts.ts';
import { type BankField, bankFieldsOf, countryCodes, ibanFault } from '@vitrine/contract/values/banks.ts';
import { regionNames } from '@vitrine/contract/values/formatters.ts';
import { useRegion, useUser } from '../accounts/accounts.data.ts';
import { prove } from '../passwords/prove.ts';
import { PasswordAgain } from '../passwords/PasswordAgain.tsx';
import { call } from '../api/call.ts';
import { ApiProblem } from '../api/problem.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { showToast } from '../ui/toasts.ts';
import { useMoneyMoved } from './payouts.data.ts';
import styles from './PayoutMethodPanel.module.css';

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

/** The region of the browser's language, otherwise the US. */
function countryHere(): string {
  const region = new Intl.Locale(navigator.language).region ?? '';
  return countryCodes.includes(region) ? region : 'US';
}

/** The form for bank details; saving asks for the password again. */
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
      showToast(t`Bank details saved. We’ve emailed you a confirmation.`);
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
              For your security, you can use new bank details after 3 days, and we’ll email you about the change.
              Payouts you’ve already requested go to your old account.
            </Trans>
          ) : (
            <Trans>We store your bank details encrypted. Only the brand that pays you gets to see them.</Trans>
          )}
        </p>
        <Account form={form} />
        <Proof form={form} />
      </form>
    </Drawer>
  );
}

/** Renders after `Account`, because the first wrong field in the order of registration gets the focus. */
function Proof({ form }: { form: UseFormReturn<Typed> }) {
  const { t } = useLingui();
  return (
    <div className={styles.proof}>
      <PasswordAgain
        {...form.register('password', { required: t`Please enter your password.` })}
        hint={t`We ask again so that only you can change where your money goes.`}
        error={form.formState.errors.password?.message}
      />
    </div>
  );
}

function Account({ form }: { form: UseFormReturn<Typed> }) {
  const { t } = useLingui();
  const { locale } = useRegion();
  const country = form.watch('country');
  const { errors } = form.formState;
  const countries = useMemo(() => {
    const countryNames = regionNames(locale, {});
    return countryCodes
      .map((value) => ({ value, label: countryNames.of(value) ?? value }))
      .toSorted((a, b) => a.label.localeCompare(b.label, locale));
  }, [locale]);
  const needed = t`Please fill in this field.`;
  const faultTexts = useFaultTexts();
  const fields: Record<BankField, { label: string; hint: string }> = {
    iban: { label: t`IBAN`, hint: t`As shown on your bank statement. Spaces don’t matter.` },
    routing_number: { label: t`Routing number`, hint: t`9 digits, at the bottom of a check.` },
    bic: { label: t`BIC (SWIFT code)`, hint: t`8 or 11 characters. It identifies your bank.` },
    account_number: { label: t`Account number`, hint: t`Only the number, without the bank’s name.` },
  };
  return (
    <>
      <SelectField {...form.register('country')} label={t`Bank country`} choices={countries} />
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
          {...form.register(field, {
            required: needed,
            validate: (typed) => field !== 'iban' || ibanFault(typed, country) === undefined || faultTexts.iban,
          })}
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

function useFaultTexts(): Partial<Record<Name, string>> {
  const { t } = useLingui();
  return {
    holder_name: t`Please enter the name on the account, with 2 to 70 letters.`,
    iban: t`This isn’t a valid IBAN for that country. Please check it digit by digit.`,
    routing_number: t`This isn’t a valid routing number. Please check it digit by digit.`,
    bic: t`This isn’t the BIC of a bank in that country.`,
    account_number: t`This isn’t a valid account number for that country.`,
    password: t`That’s not your password.`,
  };
}

/** Shows a refusal at the fields it names, with our own texts. */
function useFaults(form: UseFormReturn<Typed>): (error: unknown) => void {
  const { t } = useLingui();
  const faultTexts = useFaultTexts();
  return (error) => {
    const refused = error instanceof ApiProblem ? Object.keys(error.errors).filter((name) => names.includes(name)) : [];
    for (const [index, name] of refused.entries())
      form.setError(name as Name, { message: faultTexts[name as Name] ?? '' }, { shouldFocus: index === 0 });
    if (refused.length === 0) form.setError('root', { message: t(failureText(error)) });
  };
}
