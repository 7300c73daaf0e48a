// What shops write for a currency besides its ISO code. A sign that several currencies share names all of them.
import { isKnownCurrency } from './amounts.ts';

const dollars = 'USD AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SBD SGD SRD TTD TWD XCD';
const pesos = 'ARS CLP COP CUP DOP MXN PHP UYU';

/** In lower case, because people write `EUR` and `eur`, `Kč` and `kč`. */
const signs: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    $: `${dollars} ${pesos} BRL NIO TOP WST`,
    us$: 'USD',
    'us $': 'USD',
    u$s: 'USD',
    u$d: 'USD',
    dollar: dollars,
    dollars: dollars,
    a$: 'AUD',
    au$: 'AUD',
    b$: 'BND',
    bz$: 'BZD',
    c$: 'CAD NIO',
    ca$: 'CAD',
    can$: 'CAD',
    cdn$: 'CAD',
    $ca: 'CAD',
    '$ ca': 'CAD',
    '$ us': 'USD',
    $us: 'USD',
    hk$: 'HKD',
    j$: 'JMD',
    mx$: 'MXN',
    mex$: 'MXN',
    nt$: 'TWD',
    nz$: 'NZD',
    r$: 'BRL',
    rd$: 'DOP',
    s$: 'SGD',
    sg$: 'SGD',
    tt$: 'TTD',
    $u: 'UYU',
    cl$: 'CLP',
    clp$: 'CLP',
    co$: 'COP',
    col$: 'COP',
    ar$: 'ARS',
    '€': 'EUR',
    euro: 'EUR',
    euros: 'EUR',
    '£': 'GBP EGP FKP GIP LBP SHP SSP SYP',
    '¥': 'JPY CNY',
    'jp¥': 'JPY',
    'cn¥': 'CNY',
    rmb: 'CNY',
    円: 'JPY',
    圓: 'JPY HKD TWD',
    元: 'CNY TWD HKD',
    '₩': 'KRW KPW',
    원: 'KRW',
    '₹': 'INR',
    rs: 'INR LKR MUR NPR PKR SCR',
    'rs.': 'INR LKR MUR NPR PKR SCR',
    '₨': 'INR LKR MUR NPR PKR SCR',
    kr: 'DKK ISK NOK SEK',
    'kr.': 'DKK ISK NOK SEK',
    dkr: 'DKK',
    'dkr.': 'DKK',
    fr: 'CHF',
    'fr.': 'CHF',
    sfr: 'CHF',
    'sfr.': 'CHF',
    zł: 'PLN',
    zl: 'PLN',
    kč: 'CZK',
    kc: 'CZK',
    ft: 'HUF',
    lei: 'RON MDL',
    лв: 'BGN',
    'лв.': 'BGN',
    '₽': 'RUB',
    руб: 'RUB BYN',
    'руб.': 'RUB BYN',
    р: 'RUB BYN',
    'р.': 'RUB BYN',
    '₴': 'UAH',
    грн: 'UAH',
    'грн.': 'UAH',
    '₸': 'KZT',
    '₾': 'GEL',
    '₼': 'AZN',
    '֏': 'AMD',
    km: 'BAM',
    din: 'RSD',
    'din.': 'RSD',
    дин: 'RSD',
    'дин.': 'RSD',
    kn: 'HRK',
    '₺': 'TRY',
    tl: 'TRY',
    '₪': 'ILS',
    'ש"ח': 'ILS',
    'ש״ח': 'ILS',
    'د.إ': 'AED',
    'د.إ.': 'AED',
    dhs: 'AED MAD',
    'ر.س': 'SAR',
    'ر.س.': 'SAR',
    sr: 'SAR',
    'د.ك': 'KWD',
    'د.ك.': 'KWD',
    'ج.م': 'EGP',
    'ج.م.': 'EGP',
    'e£': 'EGP',
    dh: 'MAD AED',
    'د.م.': 'MAD',
    '฿': 'THB',
    '₫': 'VND',
    đ: 'VND',
    vnđ: 'VND',
    rp: 'IDR',
    'rp.': 'IDR',
    rm: 'MYR',
    '₱': 'PHP',
    '৳': 'BDT',
    '₮': 'MNT',
    '₭': 'LAK',
    '៛': 'KHR',
    r: 'ZAR',
    '₦': 'NGN',
    ksh: 'KES',
    'ksh.': 'KES',
    tsh: 'TZS',
    ush: 'UGX',
    '₵': 'GHS',
    'gh₵': 'GHS',
    fcfa: 'XOF XAF',
    cfa: 'XOF XAF',
    's/': 'PEN',
    's/.': 'PEN',
    bs: 'BOB VES',
    'bs.': 'BOB VES',
    '₡': 'CRC',
    '₲': 'PYG',
    gs: 'PYG',
    'gs.': 'PYG',
    q: 'GTQ',
    l: 'HNL',
    lek: 'ALL',
    ден: 'MKD',
    'ден.': 'MKD',
  }).map(([sign, codes]) => [sign, codes.split(' ')]),
);

function currenciesOfWord(word: string): readonly string[] | undefined {
  const known = signs.get(word.toLowerCase());
  if (known) return known;
  const code = word.toUpperCase();
  return /^[a-z]{3}$/i.test(word) && isKnownCurrency(code) ? [code] : undefined;
}

/** `USD$` and `$USD` are two words written as one. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/(?<=^|\s)([A-Za-z]{3})(?=[^\p{L}\p{N}\s.]+(?:\s|$))/gu, '$1 ')
    .replaceAll(/(?<=(?:^|\s)[^\p{L}\p{N}\s.]{1,2})(?=[A-Za-z]{3}(?:\s|$))/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The currencies that all of a text can stand for: `US$` is USD, `$` many, `USD $` USD. Undefined if it is none. */
export function currenciesOf(text: string): readonly string[] | undefined {
  const whole = currenciesOfWord(text.trim());
  if (whole) return whole;
  const each = wordsOf(text).map(currenciesOfWord);
  if (each.length === 0 || each.some((codes) => codes === undefined)) return undefined;
  const [first = [], ...others] = each.flatMap((codes) => (codes ? [codes] : []));
  return first.filter((code) => others.every((codes) => codes.includes(code)));
}
