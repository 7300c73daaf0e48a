import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { Collection, Placement } from '@vitrine/contract/storefront.ts';
import { imageSource } from '../format/images.ts';
import { formatNumber } from '../format/numbers.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { Picture } from '../ui/Picture.tsx';
import { useCollectionMutations } from './collections.data.ts';
import styles from './drawers.module.css';

type FillCollectionProps = {
  accountId: string;
  collection: Collection;
  placements: readonly Placement[];
  onClose: () => void;
};

/** Chooses the products of a collection. New ones are added at its end. */
export function FillCollection({ accountId, collection, placements, onClose }: FillCollectionProps) {
  const { t } = useLingui();
  const { fill } = useCollectionMutations(accountId);
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    placements.filter((placement) => placement.collection_id === collection.id).map((placement) => placement.id),
  );
  const [typed, setTyped] = useState('');
  const search = typed.trim().toLocaleLowerCase();
  const shown = placements.filter(({ title, product }) =>
    `${title ?? ''} ${product.title}`.toLocaleLowerCase().includes(search),
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const save = () => fill.mutate({ id: collection.id, placementIds: chosen }, { onSuccess: onClose });
  const count = formatNumber(chosen.length);
  return (
    <Drawer
      title={collection.title}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button wide busy={fill.isPending} onClick={save}>
          <Plural value={chosen.length} one={`Save ${count} product`} other={`Save ${count} products`} />
        </Button>
      }
    >
      <div className={styles.search}>
        <TextField
          label={t`Search your storefront`}
          type="search"
          value={typed}
          maxLength={100}
          lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {fill.error ? (
        <p role="alert" className={styles.alert}>
          {t(failureText(fill.error))}
        </p>
      ) : null}
      {shown.length === 0 ? (
        <p className={styles.why}>
          <Trans>No products match your search.</Trans>
        </p>
      ) : null}
      <ul className={styles.results}>
        {shown.map(({ id, title, product }) => (
          <li key={id}>
            <label className={styles.pick}>
              <input
                type="checkbox"
                className={styles.tick}
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              <Picture src={imageSource(product.image)} name={product.title} className={styles.small} />
              <span className={styles.text}>{title ?? product.title}</span>
            </label>
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
