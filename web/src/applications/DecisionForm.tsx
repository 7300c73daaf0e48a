import { Trans, useLingui } from '@lingui/react/macro';
import type { RejectionReason } from '@vitrine/contract/applications.ts';
import type { decideApplications } from '@vitrine/contract/applications.ts';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import { useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { TextArea } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Segments } from '../ui/Segments.tsx';
import { reasonTexts } from './application-texts.ts';
import { useApplicationMutations } from './applications.data.ts';

type DecisionFormProps = {
  merchant: string;
  ids: readonly string[];
  onDone: (outcomes: DataOf<typeof decideApplications>) => void;
};

/** Approves or declines one application or several, with what each applicant reads by email. */
export function DecisionForm({ merchant, ids, onDone }: DecisionFormProps) {
  const { t } = useLingui();
  const { decide } = useApplicationMutations(merchant);
  const [decision, setDecision] = useState<'approve' | 'reject'>('approve');
  const [reason, setReason] = useState<RejectionReason>('no_fit');
  const [message, setMessage] = useState('');
  const submit = () =>
    decide.mutate(
      { application_ids: [...ids], decision, message, ...(decision === 'reject' && { reason }) },
      { onSuccess: onDone },
    );
  const reasons = Object.entries(reasonTexts).map(([value, label]) => ({ value, label: t(label) }));
  return (
    <div className={desk.form}>
      <Segments
        label={t`Answer`}
        value={decision}
        choices={[
          { value: 'approve', label: t`Approve` },
          { value: 'reject', label: t`Decline` },
        ]}
        onChoose={setDecision}
      />
      {decision === 'reject' ? (
        <SelectField
          label={t`Reason`}
          value={reason}
          choices={reasons}
          // `as`: the choices are the keys of reasonTexts.
          onChange={({ target }) => setReason(target.value as RejectionReason)}
        />
      ) : null}
      <TextArea
        label={t`Message (optional)`}
        rows={3}
        maxLength={600}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
        hint={decision === 'approve' ? t`Sent with the invitation.` : t`Sent by email with the reason.`}
      />
      <Refused error={decide.error} />
      <div className={desk.actions}>
        <Button busy={decide.isPending} disabled={ids.length === 0} onClick={submit}>
          {decision === 'approve' ? <Trans>Approve and invite</Trans> : <Trans>Decline and send email</Trans>}
        </Button>
      </div>
    </div>
  );
}
