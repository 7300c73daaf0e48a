import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { Collection } from '@vitrine/contract/storefront.ts';
import { checkedBy } from '../api/checked-by.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { useCollectionMutations } from './collections.data.ts';
import styles from './drawers.module.css';
import { useRefusedFields } from './refused-fields.ts';

const check = checkedBy(() =>
  import('@vitrine/contract/storefront.ts').then(({ createCollection }) => createCollection.body),
);

type NameCollectionProps = {
  accountId: string;
  collection?: Collection;
  onClose: () => void;
  onMade: (id: string) => void;
};

/** Asks for the title of a new or an existing collection. */
export function NameCollection({ accountId, collection, onClose, onMade }: NameCollectionProps) {
  const { t } = useLingui();
  const { create, change } = useCollectionMutations(accountId);
  const form = useForm<{ title: string }>({
    defaultValues: { title: collection?.title ?? '' },
    resolver: check,
  });
  const showRefusal = useRefusedFields(form);
  const save = form.handleSubmit(async ({ title }) => {
    const saved = collection
      ? change.mutateAsync({ id: collection.id, change: { title } }).then(() => collection.id)
      : create.mutateAsync(title).then(({ id }) => id);
    await saved.then(onMade, showRefusal);
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Drawer
      title={collection ? t`Rename collection` : t`New collection`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="name-collection" type="submit" wide busy={isSubmitting}>
          {collection ? <Trans>Save</Trans> : <Trans>Create collection</Trans>}
        </Button>
      }
    >
      <form id="name-collection" className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <TextField
          {...form.register('title')}
          label={t`Title`}
          maxLength={80}
          data-start-here
          placeholder={t`My morning routine`}
          error={errors.title ? t`Please enter a title of at most 80 characters.` : undefined}
          hint={t`Shoppers see it above the products.`}
        />
      </form>
    </Drawer>
  );
}
