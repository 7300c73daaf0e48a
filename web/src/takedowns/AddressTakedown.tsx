import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { TextField } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { showToast } from '../ui/toasts.ts';
import { useTakeDown } from './reports.data.ts';
import { TakedownForm } from './TakedownForm.tsx';

/** Something that can be taken down. */
export type TakedownTarget = { label: string; address: string };

const typed = '';

/** Takes down one of these targets, or what is at a typed address, without a report. */
export function AddressTakedown({ targets, onDone }: { targets?: readonly TakedownTarget[]; onDone: () => void }) {
  const { t } = useLingui();
  const [target, setTarget] = useState(targets?.[0]?.address ?? typed);
  const [address, setAddress] = useState('');
  const takingDown = useTakeDown();
  const isRefused = takingDown.error instanceof ApiProblem && takingDown.error.errors['address'] !== undefined;
  return (
    <div className={desk.section}>
      {targets !== undefined && targets.length > 0 ? (
        <SelectField
          label={t`What to take down`}
          value={target}
          choices={[
            ...targets.map(({ label, address: value }) => ({ value, label })),
            { value: typed, label: t`A shortlink or another address` },
          ]}
          onChange={(event) => setTarget(event.target.value)}
        />
      ) : null}
      {target === typed ? (
        <TextField
          label={t`Address`}
          inputMode="url"
          spellCheck={false}
          maxLength={2000}
          value={address}
          hint={t`Of a shortlink (/s/…), a storefront (/@name/brand), all of a creator’s storefronts (/@name), or an uploaded picture (/media/p/…).`}
          error={isRefused ? t`There is nothing of this installation at this address.` : undefined}
          onChange={(event) => setAddress(event.target.value)}
        />
      ) : null}
      <TakedownForm
        category="terms"
        isBusy={takingDown.isPending}
        onSend={(body) =>
          takingDown.mutate(
            { ...body, address: target || address.trim() || '-' },
            {
              onSuccess: () => {
                showToast(t`Taken down. Its page says why, and its owner gets an email.`);
                onDone();
              },
            },
          )
        }
      />
      <Refused error={isRefused && target === typed ? null : takingDown.error} />
    </div>
  );
}
