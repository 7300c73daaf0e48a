import type { BankDetails } from '@vitrine/contract/payouts.ts';
import { bankFieldsOf, compactAccount, ibanFault } from '@vitrine/contract/values/banks.ts';

// Validates bank details by country, including check digits. No bank is contacted.

export type BankAccount = {
  country: string;
  holder: string;
  iban?: string;
  routing?: string;
  bic?: string;
  account?: string;
};
export type FieldFault = { field: string; reason: string };

function compact(typed: string | undefined): string {
  return compactAccount(typed ?? '');
}

/** Checks a routing number (ABA): the sum of its nine digits, weighted 3, 7, 1, is a multiple of ten. */
export function routingFault(typed: string): string | undefined {
  const routing = compact(typed);
  if (!/^\d{9}$/.test(routing)) return 'must have 9 digits, like 021000021';
  const sum = Array.from(routing).reduce(
    (total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0 && sum > 0 ? undefined : 'has a typo; the check digits don’t match';
}

function need(field: string, wanted: string): FieldFault {
  return { field, reason: `is missing; enter ${wanted}` };
}

function readUsAccount(details: BankDetails): BankAccount | FieldFault {
  const [routing, account] = [compact(details.routing_number), compact(details.account_number)];
  if (!routing) return need('routing_number', 'the 9 digits at the bottom of a check');
  const fault = routingFault(routing);
  if (fault) return { field: 'routing_number', reason: fault };
  if (!/^\d{4,17}$/.test(account)) return { field: 'account_number', reason: 'must have 4 to 17 digits' };
  return { country: 'US', holder: details.holder_name, routing, account };
}

function readOtherAccount(details: BankDetails): BankAccount | FieldFault {
  const [bic, account] = [compact(details.bic), compact(details.account_number)];
  if (!/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic))
    return { field: 'bic', reason: 'must be a BIC with 8 or 11 characters, like BOTKJPJT' };
  if (bic.slice(4, 6) !== details.country)
    return { field: 'bic', reason: `must be from a bank in ${details.country}; this one is in ${bic.slice(4, 6)}` };
  if (!/^[A-Z0-9]{4,34}$/.test(account))
    return { field: 'account_number', reason: 'must have 4 to 34 letters or digits' };
  return { country: details.country, holder: details.holder_name, bic, account };
}

/** The account to store, or the invalid field. */
export function readBankAccount(details: BankDetails): BankAccount | FieldFault {
  if (details.country === 'US') return readUsAccount(details);
  if (!bankFieldsOf(details.country).includes('iban')) return readOtherAccount(details);
  const iban = compact(details.iban);
  if (!iban) return need('iban', `the IBAN of an account in ${details.country}`);
  const fault = ibanFault(iban, details.country);
  return fault ? { field: 'iban', reason: fault } : { country: details.country, holder: details.holder_name, iban };
}

/** The last four characters; screens show nothing else. */
export function hintOf(account: BankAccount): string {
  return `•••• ${(account.iban ?? account.account ?? '').slice(-4)}`;
}
