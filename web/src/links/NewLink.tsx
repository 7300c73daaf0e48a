import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { MerchantAccount } from '@vitrine/contract/accounts.ts';
import { type Link, linkCode } from '@vitrine/contract/links.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextField } from '../ui/Field.tsx';
import { useRested } from '../ui/rested.ts';
import styles from '../storefront/drawers.module.css';
import { linkCodeQuery, useLinkDeeds } from './links.data.ts';
import { pastedAddress } from '../storefront/pasted-address.ts';
import { useRefusedFields } from '../storefront/refused-fields.ts';

type NewLinkProps = { account: MerchantAccount; destination: string; onClose: () => void };
type Fields = { destination: string; code: string; title: string };

/** A link to any page of the brand's shop, under a code of one's own or one that is drawn. */
export function NewLink({ account, destination, onClose }: NewLinkProps) {
  const { t } = useLingui();
  const [made, setMade] = useState<Link>();
  return (
    <Drawer title={made ? t`Your link is ready` : t`New link`} closeLabel={t`Close`} onClose={onClose}>
      {made ? <Ready link={made} /> : <LinkForm account={account} destination={destination} onMade={setMade} />}
    </Drawer>
  );
}

function Ready({ link }: { link: Link }) {
  const { t } = useLingui();
  return (
    <div className={styles.form} role="status">
      <p className={styles.ready}>{link.short_url.replace(/^https?:\/\//, '')}</p>
      <CopyButton wide text={link.short_url} label={t`Copy link`} copiedLabel={t`Copied`} failedLabel={t`Not copied`} />
      <p className={styles.why}>
        <Trans>It leads on from this moment. What it brings shows in your list within a second.</Trans>
      </p>
    </div>
  );
}

type LinkFormProps = { account: MerchantAccount; destination: string; onMade: (link: Link) => void };

function LinkForm({ account, destination, onMade }: LinkFormProps) {
  const { t } = useLingui();
  const { create } = useLinkDeeds(account.id);
  const form = useForm<Fields>({ defaultValues: { destination, code: '', title: '' } });
  const showRefusal = useRefusedFields(form);
  const availability = useAvailability(account.id, useWatch({ control: form.control, name: 'code' }).trim());
  const save = form.handleSubmit(async ({ destination: typed, code, title }) => {
    const to = typed.trim();
    const body = {
      destination: pastedAddress(to) ?? to,
      title,
      ...(code.trim() && { code: code.trim() }),
    };
    await create.mutateAsync(body).then(onMade, showRefusal);
  });
  const { errors, isSubmitting } = form.formState;
  const { merchant_display_name: brand } = account;
  const it = (message: string | undefined) => (message === undefined ? undefined : t`It ${message}.`);
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      {errors.root ? (
        <p role="alert" className={styles.alert}>
          {errors.root.message}
        </p>
      ) : null}
      <TextField
        {...form.register('destination')}
        label={t`Where it leads`}
        data-start-here
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        placeholder="https://"
        error={it(errors.destination?.message)}
        hint={t`A page of ${brand}’s shop, as it stands in your browser’s address bar.`}
      />
      <TextField
        {...form.register('code')}
        label={t`Code of your own`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        lead="/s/"
        error={it(errors.code?.message ?? availability.refused)}
        hint={
          availability.isFree ? (
            <span role="status">
              <Trans>That one is free.</Trans>
            </span>
          ) : (
            t`3 to 64 letters, digits, hyphens or underscores. Left empty, we draw one.`
          )
        }
      />
      <TextField
        {...form.register('title')}
        label={t`Title`}
        maxLength={120}
        error={errors.title?.message}
        hint={t`For you alone; shoppers never see it.`}
      />
      <Button type="submit" wide busy={isSubmitting}>
        <Trans>Make the link</Trans>
      </Button>
    </form>
  );
}

/** What the server says about a code while it is being typed, once the fingers rest. */
function useAvailability(accountId: string, typed: string): { isFree: boolean; refused: string | undefined } {
  const code = useRested(typed);
  const query = useQuery({ ...linkCodeQuery(accountId, code), enabled: linkCode.test(code) });
  if (code !== typed || query.data?.code !== code) return { isFree: false, refused: undefined };
  return { isFree: query.data.available, refused: query.data.reason ?? undefined };
}
