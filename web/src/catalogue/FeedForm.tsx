import { Trans, useLingui } from '@lingui/react/macro';
import type { ProductFeed } from '@vitrine/contract/catalogue.feeds.ts';
import type { ProductFile, ProductImport } from '@vitrine/contract/catalogue.ts';
import type { PriceFormat } from '@vitrine/contract/values/prices.ts';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { feedAddressReason } from './feed-reasons.ts';
import { feedIntervals, hoursOf, intervalNames } from './feed-texts.ts';
import { useProductFeed } from './feeds.data.ts';
import { importReason } from './import-reasons.ts';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportPreview } from './ImportPreview.tsx';

type FeedFormProps = { merchant: string; feed: ProductFeed | null; onSaved: () => void };
type Choices = { url: string; columns: ProductFile['columns']; format: PriceFormat | undefined };

/** Takes an address, shows what its products would change, and saves it as the feed. */
export function FeedForm({ merchant, feed, onSaved }: FeedFormProps) {
  const { t } = useLingui();
  const { preview, save } = useProductFeed(merchant);
  const [url, setUrl] = useState(feed?.url ?? '');
  const [hours, setHours] = useState(String(feed?.every_hours ?? 24));
  const [chosen, setChosen] = useState<Choices & { plan: ProductImport }>();
  const bodyOf = ({ url: address, columns, format }: Choices) => ({
    url: address,
    columns,
    ...(format && { price_format: format }),
  });
  const show = (choices: Choices) =>
    preview.mutate(bodyOf(choices), { onSuccess: (plan) => setChosen({ ...choices, plan }) });
  const send = (event: FormEvent) => {
    event.preventDefault();
    setChosen(undefined);
    save.reset();
    show({ url: url.trim(), columns: [], format: undefined });
  };
  const isBusy = preview.isPending || save.isPending;
  const { error } = preview;
  const reason = error instanceof ApiProblem ? error.errors['url']?.map(feedAddressReason).join('; ') : undefined;
  const isReady = chosen !== undefined && chosen.plan.file?.missing.length === 0;
  return (
    <>
      <form className={desk.form} onSubmit={send} noValidate aria-label={t`Product feed`}>
        <p className={desk.quiet}>
          <Trans>
            Enter the address of your shop’s product feed: CSV, TSV, or a Google product feed as XML. We fetch it on a
            schedule, add and change products, and archive those that it no longer has.
          </Trans>
        </p>
        <TextField
          label={t`Address of the feed`}
          name="url"
          type="url"
          inputMode="url"
          placeholder="https://shop.example/feeds/products.csv"
          value={url}
          maxLength={1_000}
          spellCheck={false}
          error={reason && t`This address ${reason}.`}
          onChange={(event) => setUrl(event.target.value)}
        />
        <SelectField
          label={t`How often we fetch it`}
          choices={feedIntervals.map((value) => ({ value, label: t(intervalNames[value]) }))}
          value={hours}
          onChange={({ target }) => setHours(target.value)}
        />
        <div className={desk.actions}>
          <Button type="submit" busy={preview.isPending} {...(isReady && { look: 'quiet' as const })}>
            <Trans>Preview products</Trans>
          </Button>
        </div>
      </form>
      {preview.isPending && !chosen ? (
        <p role="status">
          <Trans>Fetching the feed and checking every row…</Trans>
        </p>
      ) : null}
      <Refused error={reason ? null : error} reasonOf={importReason} />
      <Refused error={save.error} reasonOf={feedAddressReason} />
      {chosen ? (
        <FeedPlan chosen={chosen} busy={isBusy} onChange={(changed) => show({ ...chosen, ...changed })} />
      ) : null}
      {isReady ? (
        <Button
          wide
          busy={isBusy}
          onClick={() => save.mutate({ ...bodyOf(chosen), every_hours: hoursOf(hours) }, { onSuccess: onSaved })}
        >
          {feed ? <Trans>Save and import</Trans> : <Trans>Start feed</Trans>}
        </Button>
      ) : null}
    </>
  );
}

type FeedPlanProps = {
  chosen: Choices & { plan: ProductImport };
  busy: boolean;
  onChange: (changed: Partial<Choices>) => void;
};

function FeedPlan({ chosen: { plan, columns }, busy, onChange }: FeedPlanProps) {
  if (!plan.file) return null;
  return (
    <>
      <ImportColumns
        file={plan.file}
        busy={busy}
        onAssign={(column) => onChange({ columns: [...columns.filter(({ field }) => field !== column.field), column] })}
        onFormat={(format) => onChange({ format })}
      />
      {plan.file.missing.length > 0 ? null : (
        <ImportPreview plan={plan} clear={[]} busy={busy} onClear={() => undefined} />
      )}
    </>
  );
}
