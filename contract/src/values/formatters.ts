// Creating an Intl formatter costs about a hundred times as much as using it, and a list of commissions needs hundreds.
// So each is created once. There are only a few combinations of options, so none is ever removed.

function keep<Options extends object, Formatter>(make: (locale: string, options: Options) => Formatter) {
  const kept = new Map<string, Formatter>();
  return (locale: string, options: Options): Formatter => {
    const key = locale + JSON.stringify(options);
    const known = kept.get(key);
    if (known) return known;
    const made = make(locale, options);
    kept.set(key, made);
    return made;
  };
}

/** Thousands are always grouped (specification, section 9): left alone, Spanish would write 1894 but 18.940. */
export const numberFormat = keep(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, { useGrouping: 'always', ...options }),
);

export const dateFormat = keep(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

export const relativeTimeFormat = keep(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

/** Names of countries by code, such as `DE`. */
export const regionNames = keep(
  (locale, options: Pick<Intl.DisplayNamesOptions, 'fallback'>) =>
    new Intl.DisplayNames(locale, { ...options, type: 'region' }),
);
