import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Collection } from '@vitrine/contract/storefront.ts';
import { imageSource } from '../format/images.ts';
import { formatNumber } from '../format/numbers.ts';
import { FailedArea } from '../failures/FailedArea.tsx';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { TextField } from '../ui/Field.tsx';
import { Picture } from '../ui/Picture.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Bone, Loading } from '../ui/Skeleton.tsx';
import { useCollectionMutations } from './collections.data.ts';
import { idsInCollectionQuery, placementsQuery } from './storefront.data.ts';
import styles from './drawers.module.css';

type FillCollectionProps = {
  accountId: string;
  collection: Collection;
  onClose: () => void;
};

/** Chooses the products of a collection. New ones are added at its end. */
export function FillCollection(props: FillCollectionProps) {
  const { t } = useLingui();
  const query = useQuery(idsInCollectionQuery(props.accountId, props.collection.id));
  if (query.data && !query.isFetching) return <Choice {...props} inside={query.data} />;
  return (
    <Drawer title={props.collection.title} closeLabel={t`Close`} onClose={props.onClose}>
      {query.isError ? (
        <FailedArea title={t`We couldn’t load your products`} error={query.error} retry={query.refetch} />
      ) : (
        <Loading label={t`Loading products`}>
          <Bone tall="12rem" />
        </Loading>
      )}
    </Drawer>
  );
}

function Choice({ accountId, collection, inside, onClose }: FillCollectionProps & { inside: readonly string[] }) {
  const { t } = useLingui();
  const { fill } = useCollectionMutations(accountId);
  const [chosen, setChosen] = useState(inside);
  const [typed, setTyped] = useState('');
  const query = useInfiniteQuery({
    ...placementsQuery(accountId, useDebounced(typed).trim()),
    placeholderData: keepPreviousData,
  });
  const shown = query.data?.pages.flatMap((page) => page.data) ?? [];
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
      {query.data && shown.length === 0 ? (
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
      <ShowMore query={query} />
    </Drawer>
  );
}
