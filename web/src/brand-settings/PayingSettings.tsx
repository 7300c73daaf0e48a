import { Trans, useLingui } from '@lingui/react/macro';
import { parsePrice } from '@vitrine/contract/values/prices.ts';
import { useBrandRights } from '../accounts/brand-rights.ts';
import desk from '../consoles/Console.module.css';
import { Refused } from '../consoles/QueryStates.tsx';
import { plainDecimal } from '../format/money.ts';
import { Choices } from '../ui/Choices.tsx';
import { Switch } from '../ui/Switch.tsx';
import { showToast } from '../ui/toasts.ts';
import { useBrandSettingsMutations } from './brand-settings.data.ts';
import { NumberSetting } from './NumberSetting.tsx';
import type { SettingsPartProps } from './ProgramSettings.tsx';
import styles from './settings.module.css';
import { TextSetting } from './TextSetting.tsx';

/** When and from how much creators are paid, and how long before it a lower rate is announced. */
export function PayingSettings({ merchant, settings }: SettingsPartProps) {
  const { t } = useLingui();
  const { currency } = settings;
  const amountFault = t`Please enter an amount in ${currency}, like 25.00.`;
  const readAmount = (text: string) => {
    const amount = parsePrice(text, currency);
    return amount === undefined ? amountFault : { payout_minimum: { amount: amount.toString(), currency } };
  };
  return (
    <section className={desk.section} aria-labelledby="paying">
      <h2 id="paying">
        <Trans>Paying your creators</Trans>
      </h2>
      <div className={styles.rows}>
        <TextSetting
          merchant={merchant}
          name="payout_minimum"
          value={plainDecimal(settings.payout_minimum)}
          label={t`Smallest payout in ${currency}`}
          hint={t`Applies to requests from now on. A creator who closes their account is paid whatever is left.`}
          read={readAmount}
          refused={() => amountFault}
          saved={() => t`Smallest payout saved.`}
          maxLength={20}
        />
        <Schedule merchant={merchant} settings={settings} />
        <NumberSetting
          merchant={merchant}
          field="terms_notice_days"
          value={settings.terms_notice_days}
          limits={[0, 90]}
          label={t`Notice of lower rates, in days`}
          hint={t`A lower rate applies only to clicks after this notice. A shorter notice counts once the longer one is over.`}
          saved={t`Notice saved.`}
        />
        <TwoFactorDemand merchant={merchant} settings={settings} />
      </div>
    </section>
  );
}

/** Whether staff need two-factor login to approve and send payouts. Only owners change it. */
function TwoFactorDemand({ merchant, settings: { payouts_need_two_factor: isOn } }: SettingsPartProps) {
  const { t } = useLingui();
  const { change } = useBrandSettingsMutations(merchant);
  const isOwner = useBrandRights(merchant)('staff');
  const turn = (on: boolean) =>
    change.mutate(
      { payouts_need_two_factor: on },
      {
        onSuccess: () => showToast(t`Two-factor login for payouts saved.`),
      },
    );
  return (
    <div className={styles.choice}>
      <Switch
        label={t`Require two-factor login for payouts`}
        hint={
          isOwner
            ? t`Staff then enter their password, and a code or their passkey, to approve, send and export payouts. Turn on two-factor login in your own account first.`
            : t`Only owners can change this.`
        }
        on={isOn}
        disabled={!isOwner || change.isPending}
        onTurn={turn}
      />
      <Refused error={change.error} />
    </div>
  );
}

function Schedule({ merchant, settings: { payout_schedule: value } }: SettingsPartProps) {
  const { t } = useLingui();
  const { change } = useBrandSettingsMutations(merchant);
  return (
    <div className={styles.choice}>
      <span className={styles.name} aria-hidden="true">
        <Trans>Payouts</Trans>
      </span>
      <Choices
        label={t`Payouts`}
        value={value}
        choices={[
          { value: 'on_request', label: t`When a creator asks` },
          {
            value: 'monthly',
            label: t`Every month`,
            hint: t`On the first day of a month, everything that can be cashed out is requested. Creators can also ask.`,
          },
        ]}
        onChoose={(wanted) =>
          change.mutate({ payout_schedule: wanted }, { onSuccess: () => showToast(t`Payouts saved.`) })
        }
      />
      <Refused error={change.error} />
    </div>
  );
}
