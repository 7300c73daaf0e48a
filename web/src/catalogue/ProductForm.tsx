import { Trans, useLingui } from '@lingui/react/macro';
import type { BrandProduct } from '@vitrine/contract/catalogue.products.ts';
import { type FormEvent, useState } from 'react';
import { Refused } from '../consoles/QueryStates.tsx';
import desk from '../consoles/Console.module.css';
import { Button } from '../ui/Button.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { Switch } from '../ui/Switch.tsx';
import { showToast } from '../ui/toasts.ts';
import {
  editOf,
  type ProductFaults,
  productFaultsOf,
  readTypedProduct,
  type TypedProduct,
  typedProduct,
} from './product-form.ts';
import { ProductPicture } from './ProductPicture.tsx';
import { type ProductEdit, useProductMutations } from './products.data.ts';

type ProductFormProps = {
  merchant: string;
  currency: string;
  /** Undefined: a new one. */
  product?: BrandProduct;
  onSaved?: (product: BrandProduct) => void;
  onClose: () => void;
};

/** Adds or changes a product by hand, with each error at its field. */
export function ProductForm({ merchant, currency, product, onSaved, onClose }: ProductFormProps) {
  const { t } = useLingui();
  const { create, change } = useProductMutations(merchant);
  const [typed, setTyped] = useState(() => typedProduct(product));
  const [shown, setShown] = useState(product?.image ?? null);
  const [faults, setFaults] = useState<ProductFaults>({});
  const set = (changed: Partial<TypedProduct>) => setTyped((before) => ({ ...before, ...changed }));
  const done = (saved: BrandProduct) => {
    const { title } = saved;
    showToast(product ? t`“${title}” saved. It’s live.` : t`“${title}” added.`);
    onSaved?.(saved);
    onClose();
  };
  const outcome = { onSuccess: done, onError: (error: Error) => setFaults(productFaultsOf(error)) };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = readTypedProduct(typed, currency);
    if ('faults' in read) return setFaults(read.faults);
    setFaults({});
    const { sku, image, ...fields } = read.product;
    const wanted: ProductEdit = image === undefined ? fields : { ...fields, image };
    if (!product) return create.mutate({ ...fields, sku, ...(image && { image }) }, outcome);
    return change.mutate({ id: product.id, edit: editOf(product, wanted) }, outcome);
  };
  const error = create.error ?? change.error;
  const isNamed = Object.keys(faults).length > 0;
  return (
    <Drawer
      title={product ? t`Edit product` : t`Add product`}
      closeLabel={t`Close`}
      onClose={onClose}
      foot={
        <Button form="product-form" type="submit" wide busy={create.isPending || change.isPending}>
          {product ? <Trans>Save product</Trans> : <Trans>Add product</Trans>}
        </Button>
      }
    >
      <form id="product-form" className={desk.form} onSubmit={save} noValidate>
        {error && !isNamed ? <Refused error={error} /> : null}
        <ProductPicture
          merchant={merchant}
          title={typed.title}
          url={shown}
          refused={faults.image}
          onChange={(picture) => {
            setShown(picture?.url ?? null);
            set({ image: picture?.path ?? null });
          }}
        />
        <Fields typed={typed} faults={faults} currency={currency} isNew={!product} onType={set} />
      </form>
    </Drawer>
  );
}

type FieldsProps = {
  typed: TypedProduct;
  faults: ProductFaults;
  currency: string;
  isNew: boolean;
  onType: (changed: Partial<TypedProduct>) => void;
};

function Fields({ typed, faults, currency, isNew, onType }: FieldsProps) {
  const { t } = useLingui();
  const text = (field: Exclude<keyof TypedProduct, 'in_stock' | 'image'>) => ({
    value: typed[field],
    error: faults[field],
    onChange: ({ target }: { target: { value: string } }) => onType({ [field]: target.value }),
  });
  return (
    <>
      <TextField {...text('title')} label={t`Name`} maxLength={200} />
      <TextField
        {...text('sku')}
        label={t`SKU`}
        maxLength={200}
        readOnly={!isNew}
        hint={isNew ? t`As your shop names it in orders. It can’t be changed later.` : t`The SKU can’t be changed.`}
      />
      <TextField
        {...text('url')}
        label={t`Link`}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        hint={t`The product’s page in your shop.`}
      />
      <div className={desk.pair}>
        <TextField {...text('price')} label={t`Price in ${currency}`} inputMode="decimal" autoComplete="off" />
        <TextField
          {...text('compare_at_price')}
          label={t`Compare-at price`}
          inputMode="decimal"
          autoComplete="off"
          hint={t`The price before the discount.`}
        />
      </div>
      <TextField {...text('category')} label={t`Category`} maxLength={100} />
      <TextArea {...text('description')} label={t`Description`} rows={5} maxLength={5000} />
      <Switch label={t`In stock`} on={typed.in_stock} onTurn={(isOn) => onType({ in_stock: isOn })} />
    </>
  );
}
