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

/** What becomes of the products under a heading that goes. */
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
          <Trans>Remove the collection</Trans>
        </Button>
      }
    >
      <Choices
        label={t`What becomes of its products`}
        value={products}
        choices={[
          {
            value: 'keep',
            label: t`Its products stay`,
            hint: t`They stand in no collection, at the top of your storefront.`,
          },
          {
            value: 'remove',
            label: t`Its products go too`,
            hint: t`They are off your storefront. Their links go on working, and their figures stay.`,
          },
        ]}
        onChoose={setProducts}
      />
    </Drawer>
  );
}
