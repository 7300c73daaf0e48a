import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Collection, Placement } from '@vitrine/contract/storefront.ts';
import { failureText } from '../format/refusals.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { Choices } from '../ui/Choices.tsx';
import { usePlacementMutations } from './storefront.data.ts';
import styles from './drawers.module.css';

type MovePlacementProps = {
  account: MerchantAccount;
  placement: Placement;
  collections: readonly Collection[];
  onClose: () => void;
};

/** Moves a product to another collection, or out of one. */
export function MovePlacement({ account, placement, collections, onClose }: MovePlacementProps) {
  const { t } = useLingui();
  const { change } = usePlacementMutations(account.id);
  const [chosen, setChosen] = useState(placement.collection_id ?? '');
  const title = placement.title ?? placement.product.title;
  const move = () =>
    change.mutate({ id: placement.id, change: { collection_id: chosen || null } }, { onSuccess: onClose });
  return (
    <Drawer
      title={t`Move to a collection`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button wide busy={change.isPending} onClick={move}>
          <Trans>Move</Trans>
        </Button>
      }
    >
      <div className={styles.form}>
        {change.error ? (
          <p role="alert" className={styles.alert}>
            {t(failureText(change.error))}
          </p>
        ) : null}
        <Choices
          label={t`Collection of ${title}`}
          value={chosen}
          choices={[
            { value: '', label: t`Not in a collection`, hint: t`It appears at the top of your storefront.` },
            ...collections.map((collection) => ({ value: collection.id, label: collection.title })),
          ]}
          onChoose={setChosen}
        />
      </div>
    </Drawer>
  );
}
