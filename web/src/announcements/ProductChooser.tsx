import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AnnouncedProduct } from '@vitrine/contract/announcements.ts';
import { useState } from 'react';
import desk from '../consoles/Console.module.css';
import { imageSource } from '../format/images.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { TextField } from '../ui/Field.tsx';
import { Picture } from '../ui/Picture.tsx';
import styles from './console.module.css';
import { productChoicesQuery } from './drafts.data.ts';

const most = 6;

type ProductChooserProps = {
  merchant: string;
  chosen: readonly AnnouncedProduct[];
  onChange: (products: AnnouncedProduct[]) => void;
};

/** Up to six products of the catalog. */
export function ProductChooser({ merchant, chosen, onChange }: ProductChooserProps) {
  const { t } = useLingui();
  const [search, setSearch] = useState('');
  const settled = useDebounced(search.trim());
  const { data: found = [] } = useQuery({
    ...productChoicesQuery(merchant, settled),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const offered = settled === '' ? [] : found.filter(({ id }) => !chosen.some((product) => product.id === id));
  return (
    <fieldset className={desk.part}>
      <legend className={desk.label}>
        <Trans>Products (optional)</Trans>
      </legend>
      <ul className={styles.chosen}>
        {chosen.map((product) => (
          <li key={product.id} className={styles.choice}>
            <Picture src={imageSource(product.image)} name={product.title} />
            <span>{product.title}</span>
            <IconButton
              label={t`Remove ${product.title}`}
              onClick={() => onChange(chosen.filter(({ id }) => id !== product.id))}
            >
              <IconX size={18} stroke={1.6} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {chosen.length < most ? (
        <TextField
          type="search"
          label={t`Search your catalog`}
          value={search}
          hint={t`Up to 6 products. Creators can add each to their storefront with one press.`}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      <ul className={styles.chosen}>
        {offered.map(({ id, title, image, url }) => (
          <li key={id} className={styles.choice}>
            <Picture src={imageSource(image)} name={title} />
            <span>{title}</span>
            <Button
              small
              look="quiet"
              disabled={chosen.length >= most}
              aria-label={t`Add ${title}`}
              onClick={() => onChange([...chosen, { id, title, image, url, archived: false }])}
            >
              <Trans>Add</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
