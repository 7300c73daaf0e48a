import { Trans } from '@lingui/react/macro';
import type { settingChange } from '@vitrine/contract/brand-settings.ts';
import type * as z from 'zod/mini';
import { useDates } from '../accounts/dates.ts';
import { useSettingTexts } from './setting-texts.ts';

type Props = { changes: readonly z.output<typeof settingChange>[]; changedAt: string };

/** The fields of one change, as they were and as they are; and from when, if that is later. */
export function SettingChanges({ changes, changedAt }: Props) {
  const { nameOf, valueOf } = useSettingTexts();
  const { day } = useDates();
  return (
    <>
      {changes.map(({ field, from, to, effective_at: effectiveAt }) => {
        const [name, was, is, since] = [nameOf(field), valueOf(field, from), valueOf(field, to), day(effectiveAt)];
        return (
          <span key={field}>
            {effectiveAt === changedAt ? (
              <Trans>
                {name}: {was} → {is}
              </Trans>
            ) : (
              <Trans>
                {name}: {was} → {is} from {since}
              </Trans>
            )}
          </span>
        );
      })}
    </>
  );
}
