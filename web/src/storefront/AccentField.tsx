import { Trans, useLingui } from '@lingui/react/macro';
import { type CSSProperties, useId } from 'react';
import { hexColour, readableAccent } from '@vitrine/contract/values/colour.ts';
import { classes } from '../ui/classes.ts';
import { Hidden } from '../ui/Hidden.tsx';
import styles from './appearance.module.css';

type AccentFieldProps = {
  value: string | null;
  error: string | undefined;
  onChange: (accent: string | null) => void;
};

// React sets custom properties through the CSSOM, which the content security policy allows; CSSProperties lacks them.
const swatch = (colour: string) => ({ '--swatch': colour }) as CSSProperties;

/** The creator's accent color. If it has too little contrast, the field shows how it is adjusted. */
export function AccentField({ value, error, onChange }: AccentFieldProps) {
  const { t } = useLingui();
  const name = useId();
  const colours = [
    { colour: '#a4452c', label: t`Clay` },
    { colour: '#7d5a12', label: t`Ochre` },
    { colour: '#3f6b3a', label: t`Moss` },
    { colour: '#1c5940', label: t`Pine` },
    { colour: '#14606e', label: t`Lagoon` },
    { colour: '#3b4a9c', label: t`Iris` },
    { colour: '#7a2f62', label: t`Plum` },
    { colour: '#b8325a', label: t`Rose` },
  ];
  const isOwn = value !== null && !colours.some(({ colour }) => colour === value);
  return (
    <fieldset className={classes(styles.part, styles.accent)}>
      <legend className={styles.label}>
        <Trans>Color</Trans>
      </legend>
      <div className={styles.swatches}>
        <label className={classes(styles.swatch, styles.brands)}>
          <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
          <Trans>Brand color</Trans>
        </label>
        {colours.map(({ colour, label }) => (
          <label key={colour} className={styles.swatch} style={swatch(colour)} title={label}>
            <input type="radio" name={name} checked={value === colour} onChange={() => onChange(colour)} />
            <Hidden>{label}</Hidden>
          </label>
        ))}
        <label className={classes(styles.swatch, styles.own)} data-checked={isOwn || undefined}>
          <Trans>Custom</Trans>
          <input
            type="color"
            value={value !== null && hexColour.test(value) ? value : '#a4452c'}
            onChange={(event) => onChange(event.target.value)}
          />
        </label>
      </div>
      {error ? <p className={styles.alert}>{error}</p> : null}
      {value !== null && hexColour.test(value) ? <Repaired chosen={value} /> : null}
    </fieldset>
  );
}

function Repaired({ chosen }: { chosen: string }) {
  const { light, dark } = readableAccent(chosen);
  const isShown = { day: light === chosen, night: dark === chosen };
  return (
    <p className={styles.repaired}>
      <span className={styles.sample} data-scheme="light" style={swatch(light)} aria-hidden="true">
        Aa
      </span>
      <span className={styles.sample} data-scheme="dark" style={swatch(dark)} aria-hidden="true">
        Aa
      </span>
      <span>
        {isShown.day && isShown.night ? (
          <Trans>It’s readable in light and dark mode.</Trans>
        ) : isShown.day ? (
          <Trans>We lighten it in dark mode so it stays readable.</Trans>
        ) : isShown.night ? (
          <Trans>We darken it in light mode so it stays readable.</Trans>
        ) : (
          <Trans>We darken it in light mode and lighten it in dark mode so it stays readable.</Trans>
        )}
      </span>
    </p>
  );
}
