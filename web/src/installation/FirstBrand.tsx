import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import desk from '../consoles/Console.module.css';
import { BrandSheet } from '../operators/BrandSheet.tsx';
import { brandsQuery } from '../operators/operators.data.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import styles from './installation.module.css';

/** The last step: a brand with its owner. */
export function FirstBrand() {
  const { t, i18n } = useLingui();
  const { data: brands = [] } = useQuery(brandsQuery());
  const [creating, setCreating] = useState(false);
  const names = new Intl.ListFormat(i18n.locale).format(brands.map((brand) => brand.display_name));
  return (
    <section className={classes(desk.section, styles.section)} aria-labelledby="first-brand">
      <h2 id="first-brand">
        <Trans>First brand</Trans>
      </h2>
      <p>
        {brands.length === 0 ? (
          <Trans>
            Create a brand and name its owner. The owner sets a password with a link, then sets commission rates,
            imports products and invites creators.
          </Trans>
        ) : (
          <Trans>Your brands: {names}</Trans>
        )}
      </p>
      <div className={desk.actions}>
        <Button look={brands.length === 0 ? 'solid' : 'quiet'} onClick={() => setCreating(true)}>
          <IconPlus size={18} aria-hidden="true" />
          {brands.length === 0 ? t`Create brand` : t`Create another brand`}
        </Button>
      </div>
      {creating ? <BrandSheet onClose={() => setCreating(false)} /> : null}
    </section>
  );
}
