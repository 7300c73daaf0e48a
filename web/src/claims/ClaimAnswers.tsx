import { Trans, useLingui } from '@lingui/react/macro';
import type { BrandClaim } from '@vitrine/contract/claims.ts';
import { parseDecimal } from '@vitrine/contract/values/amounts.ts';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import { useRefetch } from '../brand/brand.data.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { formatMoney } from '../format/money.ts';
import { WithPassword } from '../passwords/WithPassword.tsx';
import { Button } from '../ui/Button.tsx';
import { TextArea, TextField } from '../ui/Field.tsx';
import { showToast } from '../ui/toasts.ts';
import { credit, useReject } from './claims.data.ts';

const shortest = 10;

/** The brand's answer to a claim, or the ways to give one: a bonus, or a reason. */
export function ClaimAnswers({ merchant, claim }: { merchant: string; claim: BrandClaim }) {
  const { day } = useDates();
  const mayDo = useBrandRights(merchant);
  if (claim.state === 'open')
    return mayDo('orders') ? <AnswerForm merchant={merchant} claim={claim} mayPay={mayDo('payouts')} /> : null;
  const replied = claim.replied_at ? day(claim.replied_at) : '';
  const amount = claim.credited ? formatMoney(claim.credited) : '';
  return (
    <section className={desk.part}>
      <h3>
        <Trans>Your answer</Trans>
      </h3>
      <p>
        {claim.state === 'credited' ? (
          <Trans>
            Credited with {amount} on {replied}:
          </Trans>
        ) : (
          <Trans>Rejected on {replied}:</Trans>
        )}
      </p>
      <blockquote>{claim.reply}</blockquote>
    </section>
  );
}

function AnswerForm({ merchant, claim, mayPay }: { merchant: string; claim: BrandClaim; mayPay: boolean }) {
  const { t } = useLingui();
  const refetch = useRefetch(merchant);
  const reject = useReject(merchant);
  const { currency } = claim;
  const [reply, setReply] = useState('');
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState<'credit' | 'reject'>();
  const [isPaying, setPaying] = useState(false);
  const amount = parseDecimal(typed.replace(',', '.'), currency);
  const isShort = reply.trim().length < shortest;
  const isAmountWrong = amount === undefined || amount <= 0n;
  const refuse = () => {
    setChecked('reject');
    if (!isShort)
      reject.mutate({ claimId: claim.id, reply: reply.trim() }, { onSuccess: () => showToast(t`Claim rejected.`) });
  };
  const pay = () => {
    setChecked('credit');
    if (!isShort && !isAmountWrong) setPaying(true);
  };
  const sum = isAmountWrong ? '' : formatMoney({ amount: amount.toString(), currency });
  return (
    <div className={desk.form}>
      <TextArea
        label={t`Your answer`}
        hint={t`The creator will read this.`}
        rows={3}
        maxLength={500}
        value={reply}
        error={checked && isShort ? t`Please enter at least 10 characters.` : undefined}
        onChange={(event) => setReply(event.target.value)}
      />
      {mayPay ? (
        <TextField
          label={t`Amount to credit`}
          hint={t`It’s paid as a bonus and is available at once.`}
          inputMode="decimal"
          inside={currency}
          value={typed}
          error={checked === 'credit' && isAmountWrong ? t`Please enter an amount like 12.50.` : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : (
        <p className={desk.quiet}>
          <Trans>Owners and finance can credit a claim.</Trans>
        </p>
      )}
      <Refused error={reject.error} />
      <div className={desk.actions}>
        {mayPay ? (
          <Button onClick={pay}>
            <Trans>Credit claim</Trans>
          </Button>
        ) : null}
        <Button look="quiet" busy={reject.isPending} onClick={refuse}>
          <Trans>Reject claim</Trans>
        </Button>
      </div>
      {isPaying && !isAmountWrong ? (
        <WithPassword
          title={t`Credit claim`}
          buttonLabel={t`Credit ${sum}`}
          onClose={() => setPaying(false)}
          run={async (proof) => {
            await credit(merchant, claim.id, { amount: amount.toString(), reply: reply.trim(), proof });
            await refetch();
            showToast(t`Credited. We’ve let the creator know.`);
          }}
        >
          <p>{claim.creator_display_name}</p>
        </WithPassword>
      ) : null}
    </div>
  );
}
