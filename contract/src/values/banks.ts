import { countrySpecs, validateIBAN, ValidationErrorsIBAN } from 'ibantools';

export type BankField = 'iban' | 'routing_number' | 'bic' | 'account_number';

/** The fields that identify a bank account in a country. */
export function bankFieldsOf(country: string): readonly BankField[] {
  if (country === 'US') return ['routing_number', 'account_number'];
  return ibanPrefixOf(country) === undefined ? ['bic', 'account_number'] : ['iban'];
}

/** Territories whose banks have the IBANs of another country (SWIFT's IBAN registry). */
const sharedPrefixes: readonly (readonly [prefix: string, territories: string])[] = [
  ['FI', 'AX'],
  ['FR', 'BL GF GP MF MQ NC PF PM RE TF WF YT'],
  ['GB', 'GG IM JE'],
];

/** The country code at the start of an IBAN of this country; undefined where banks have none. */
function ibanPrefixOf(country: string): string | undefined {
  const [prefix = country] = sharedPrefixes.find(([, territories]) => territories.split(' ').includes(country)) ?? [];
  return countrySpecs[prefix]?.IBANRegistry ? prefix : undefined;
}

/** An account number without the spaces, dots and dashes that people type, in capitals. */
export function compactAccount(typed: string): string {
  return typed.replaceAll(/[\s.-]/g, '').toUpperCase();
}

/** What is wrong with the IBAN of an account in this country. */
export function ibanFault(typed: string, country: string): string | undefined {
  const iban = compactAccount(typed);
  const prefix = ibanPrefixOf(country) ?? country;
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban)) return 'must be an IBAN, like FR76 3000 6000 0112 3456 7890 189';
  if (!iban.startsWith(prefix)) return `must be an IBAN from ${prefix}; this one starts with ${iban.slice(0, 2)}`;
  const { valid, errorCodes } = validateIBAN(iban);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength))
    return `must have ${countrySpecs[prefix]?.chars ?? 0} characters for ${prefix}, not ${iban.length}`;
  return valid ? undefined : 'has a typo; the check digits don’t match';
}

/** Every country and territory with a code (ISO 3166-1). */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD ' +
  'CF CG CH CI CK CL CM CN CO CR CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE ' +
  'GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN ' +
  'KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ ' +
  'NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RW SA SB SC SE SG SH SI ' +
  'SK SL SM SN SO SR SS ST SV SX SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF ' +
  'WS XK YE YT ZA ZM ZW'
).split(' ');
