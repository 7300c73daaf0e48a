import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorBrand } from '@vitrine/contract/operators.ts';
import type { BrandStatus } from '@vitrine/contract/values/brand-status.ts';
import { type FormEvent, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { consequences } from './brand-texts.ts';
import { useBrandMutations } from './operators.data.ts';
import styles from './operators.module.css';

const shortestReason = 10;

/** What can be done to a brand in a status, in the order of the buttons. */
const steps: Record<BrandStatus, readonly { to: BrandStatus; label: MessageDescriptor; confirm: MessageDescriptor }[]> =
  {
    active: [
      { to: 'paused', label: msg`Pause brand`, confirm: msg`Pause now` },
      { to: 'closed', label: msg`Close brand`, confirm: msg`Close now` },
    ],
    paused: [
      { to: 'active', label: msg`Resume brand`, confirm: msg`Resume now` },
      { to: 'closed', label: msg`Close brand`, confirm: msg`Close now` },
    ],
    closed: [{ to: 'active', label: msg`Reopen brand`, confirm: msg`Reopen now` }],
  };

/** Pauses, closes or reopens a brand, after saying what that means and asking for a reason. */
export function BrandStatusForm({ brand }: { brand: OperatorBrand }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<(typeof steps)[BrandStatus][number]>();
  const { pause } = brand;
  const reason = pause?.reason ?? '';
  return (
    <section className={desk.section} aria-labelledby="brand-status">
      <h3 id="brand-status">
        <Trans>Status</Trans>
      </h3>
      {pause ? (
        <p className={styles.reason}>
          {pause.status === 'closed' ? <Trans>Closed: “{reason}”</Trans> : <Trans>Paused: “{reason}”</Trans>}
        </p>
      ) : null}
      <div className={desk.actions}>
        {steps[pause?.status ?? 'active'].map((step) => (
          <Button
            key={step.to}
            small
            look="quiet"
            aria-expanded={chosen?.to === step.to}
            onClick={() => setChosen(chosen?.to === step.to ? undefined : step)}
          >
            {t(step.label)}
          </Button>
        ))}
      </div>
      {chosen ? <Confirm key={chosen.to} brand={brand} to={chosen.to} label={t(chosen.confirm)} /> : null}
    </section>
  );
}

function Confirm({ brand, to, label }: { brand: OperatorBrand; to: BrandStatus; label: string }) {
  const { t } = useLingui();
  const { setStatus } = useBrandMutations(brand.id);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { display_name: name } = brand;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim().length < shortestReason) return setMissing(true);
    const done = { paused: t`${name} is paused.`, closed: t`${name} is closed.`, active: t`${name} is active again.` };
    return setStatus.mutate({ status: to, reason: reason.trim() }, { onSuccess: () => showToast(done[to]) });
  };
  return (
    <form className={desk.form} onSubmit={submit} noValidate>
      <ul className={styles.consequences}>
        {consequences[to].map((text) => (
          <li key={text.id}>{t(text)}</li>
        ))}
      </ul>
      <TextArea
        label={t`Reason`}
        name="brand-status-reason"
        rows={3}
        value={reason}
        maxLength={500}
        hint={t`The owners get it by email. While the brand isn’t active, its staff and creators see it too.`}
        error={missing ? t`Please enter at least 10 characters.` : undefined}
        onChange={(event) => {
          setReason(event.target.value);
          setMissing(false);
        }}
      />
      <Refused error={setStatus.error} />
      <div className={desk.actions}>
        <Button type="submit" busy={setStatus.isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
}
