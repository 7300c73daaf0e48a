import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Collection } from '@vitrine/contract/storefront.ts';
import { Button } from '../ui/Button.tsx';
import { Choices } from '../ui/Choices.tsx';
import { Drawer } from '../ui/Drawer.tsx';

type RemoveCollectionProps = {
  collection: Collection;
  onClose: () => void;
  onRemove: (products: 'keep' | 'remove') => void;
};

/** Asks what happens to the products of a collection that is removed. */
export function RemoveCollection({ collection, onClose, onRemove }: RemoveCollectionProps) {
  const { t } = useLingui();
  const [products, setProducts] = useState<'keep' | 'remove'>('keep');
  const { title } = collection;
  return (
    <Drawer
      title={t`Remove ${title}`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button wide onClick={() => onRemove(products)}>
          <Trans>Remove collection</Trans>
        </Button>
      }
    >
      <Choices
        label={t`What happens to its products`}
        value={products}
        choices={[
          {
            value: 'keep',
            label: t`Keep its products`,
            hint: t`They move to the top of your storefront, outside any collection.`,
          },
          {
            value: 'remove',
            label: t`Remove its products too`,
            hint: t`They’re removed from your storefront. Their links still work, and you keep their figures.`,
          },
        ]}
        onChoose={setProducts}
      />
    </Drawer>
  );
}
