// Making one of the language's formatters costs a hundred times what using it does, and a list of commissions needs
// hundreds: each is made once. There are as many as ways of writing, so none is ever let go.

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

export const numberFormat = keep((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

export const dateFormat = keep(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

/** Names of countries, of codes such as `DE`. */
export const regionNames = keep(
  (locale, options: Pick<Intl.DisplayNamesOptions, 'fallback'>) =>
    new Intl.DisplayNames(locale, { ...options, type: 'region' }),
);
