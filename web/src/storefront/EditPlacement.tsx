import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import type { Placement } from '@vitrine/contract/storefront.ts';
import { checkedBy } from '../api/checked-by.ts';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { useRefusedFields } from './refused-fields.ts';
import { usePlacementMutations } from './storefront.data.ts';
import styles from './drawers.module.css';

const check = checkedBy(() =>
  import('@vitrine/contract/storefront.ts').then(({ changePlacement }) => changePlacement.body),
);

type EditPlacementProps = { account: MerchantAccount; placement: Placement; onClose: () => void };
type Draft = { title: string; note: string };

/** The creator's title and note for a product. Without a title, the product's own is shown. */
export function EditPlacement({ account, placement, onClose }: EditPlacementProps) {
  const { t } = useLingui();
  const { change } = usePlacementMutations(account.id);
  const form = useForm<Draft>({
    defaultValues: { title: placement.title ?? '', note: placement.note },
    resolver: check,
  });
  const showRefusal = useRefusedFields(form);
  const save = form.handleSubmit(async ({ title, note }) => {
    await change
      .mutateAsync({ id: placement.id, change: { title: title.trim() || null, note } })
      .then(onClose, showRefusal);
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Drawer
      title={t`Edit title and note`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="edit-placement" type="submit" wide busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      }
    >
      <form id="edit-placement" className={styles.form} onSubmit={(event) => void save(event)} noValidate>
        {errors.root ? (
          <p role="alert" className={styles.alert}>
            {errors.root.message}
          </p>
        ) : null}
        <TextField
          {...form.register('title')}
          label={t`Title`}
          placeholder={placement.product.title}
          maxLength={120}
          error={errors.title?.message}
          hint={t`Leave blank to use the product’s title.`}
        />
        <TextArea
          {...form.register('note')}
          label={t`Note`}
          maxLength={500}
          rows={5}
          error={errors.note?.message}
          hint={t`Why you recommend it. Shoppers see this below the picture.`}
        />
      </form>
    </Drawer>
  );
}
