import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AdjustmentKind, previewAdjustments } from '@vitrine/contract/adjustments.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { type FormEvent, useState } from 'react';
import { useRefetch } from '../brand/brand.data.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { Button } from '../ui/Button.tsx';
import { Choices } from '../ui/Choices.tsx';
import { Drawer } from '../ui/Drawer.tsx';
import { TextArea } from '../ui/Field.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { showToast } from '../ui/toasts.ts';
import { give, usePreview } from './adjustments.data.ts';
import { AdjustmentLines } from './AdjustmentLines.tsx';

type Plan = DataOf<typeof previewAdjustments>;
type GiveProps = {
  merchant: string;
  /** The handle of the creator that the list begins with. */
  to?: string | undefined;
  onClose: () => void;
};

const shortestReason = 10;
const longestList = 60_000;

/** Gives a bonus or a correction to one creator or many: the list, then what it means, then the password. */
export function GiveAdjustments({ merchant, to, onClose }: GiveProps) {
  const { t } = useLingui();
  const preview = usePreview(merchant);
  const refetch = useRefetch(merchant);
  const [kind, setKind] = useState<AdjustmentKind>('bonus');
  const [list, setList] = useState(to ? `${to}, ` : '');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [plan, setPlan] = useState<Plan>();
  // One key for each list: pressing the button again gives nothing twice.
  const [once, setOnce] = useState('');
  const check = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (reason.trim().length < shortestReason || list.trim() === '') return;
    preview.mutate(
      { kind, list },
      {
        onSuccess: (read) => {
          setOnce(`adjustments-${crypto.randomUUID()}`);
          setPlan(read);
        },
      },
    );
  };
  const rows = plan?.lines.flatMap(({ creator, amount, problem }) =>
    amount && problem === null ? [{ creator, amount: amount.amount }] : [],
  );
  if (plan && rows && rows.length === plan.lines.length && rows.length > 0)
    return (
      <WithPassword
        title={kind === 'bonus' ? t`Give bonus` : t`Correct balances`}
        buttonLabel={kind === 'bonus' ? t`Give ${formatMoney(plan.total)}` : t`Correct by ${formatMoney(plan.total)}`}
        isUnsaved
        onClose={onClose}
        run={async (proof) => {
          await give(merchant, once, { kind, reason: reason.trim(), rows, proof });
          await refetch();
          showToast(t`Done. We’ve let the creators know.`);
        }}
      >
        <AdjustmentLines plan={plan} />
        <p className={desk.quiet}>
          <Trans>
            It’s in their available balance at once. The only way to take it back is an opposite correction.
          </Trans>
        </p>
        <Button look="plain" onClick={() => setPlan(undefined)}>
          <Trans>Change the list</Trans>
        </Button>
      </WithPassword>
    );
  return (
    <Drawer title={t`Give bonus or correct balance`} closeLabel={t`Close`} onClose={onClose}>
      <form className={desk.form} onSubmit={check} noValidate>
        <Choices
          label={t`Kind`}
          value={kind}
          choices={[
            { value: 'bonus', label: t`Bonus`, hint: t`Adds to the creator’s available balance.` },
            { value: 'correction', label: t`Correction`, hint: t`Adds, or takes off with a minus: -12.50` },
          ]}
          onChoose={setKind}
        />
        <TextArea
          label={t`Creators and amounts`}
          hint={t`One creator per line: the handle, a comma, and the amount, like ava, 25.00. At most 500.`}
          rows={5}
          maxLength={longestList}
          value={list}
          error={isChecked && list.trim() === '' ? t`Please enter at least one creator.` : undefined}
          onChange={(event) => {
            setList(event.target.value);
            setPlan(undefined);
          }}
        />
        <FilePicker
          label={t`CSV file`}
          choose={t`Choose CSV file`}
          chooseAnother={t`Choose another file`}
          name=""
          accept=".csv,text/csv,text/plain"
          busy={false}
          onChoose={(file) => void file.text().then((text) => setList(text.slice(0, longestList)))}
        />
        <TextArea
          label={t`Reason`}
          hint={t`The creators read this.`}
          rows={3}
          maxLength={500}
          value={reason}
          error={
            isChecked && reason.trim().length < shortestReason ? t`Please enter at least 10 characters.` : undefined
          }
          onChange={(event) => setReason(event.target.value)}
        />
        <Refused error={preview.error} />
        {plan ? <Faults plan={plan} /> : null}
        <div className={desk.actions}>
          <Button type="submit" busy={preview.isPending}>
            <Trans>Preview</Trans>
          </Button>
        </div>
      </form>
    </Drawer>
  );
}

/** Why a list can't be given as it is. */
function Faults({ plan }: { plan: Plan }) {
  const wrong = plan.lines.filter(({ problem }) => problem !== null).length;
  return (
    <>
      <p role="alert" className={desk.alert}>
        {wrong > 0 ? (
          <Plural
            value={wrong}
            one="# line needs fixing. Nothing was given."
            other="# lines need fixing. Nothing was given."
          />
        ) : (
          <Trans>The list has no creators.</Trans>
        )}
      </p>
      <AdjustmentLines plan={plan} />
    </>
  );
}
