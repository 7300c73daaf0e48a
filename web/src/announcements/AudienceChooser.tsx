import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AnnouncementAudience } from '@vitrine/contract/announcements.ts';
import desk from '../consoles/Console.module.css';
import { formatNumber } from '../format/numbers.ts';
import { Choices } from '../ui/Choices.tsx';
import { Tick } from '../ui/Tick.tsx';
import { audiencesQuery } from './drafts.data.ts';

type AudienceChooserProps = {
  merchant: string;
  audience: AnnouncementAudience;
  error: string | undefined;
  onChange: (audience: AnnouncementAudience) => void;
};

/** Whom an announcement is for, with the number of creators now. */
export function AudienceChooser({ merchant, audience, error, onChange }: AudienceChooserProps) {
  const { t } = useLingui();
  const { data } = useQuery(audiencesQuery(merchant));
  const ids = audience.kind === 'groups' ? audience.group_ids : [];
  const everyone = data ? formatNumber(data.creators) : '…';
  return (
    <fieldset className={desk.part}>
      <legend className={desk.label}>
        <Trans>Audience</Trans>
      </legend>
      <Choices
        label={t`Audience`}
        value={audience.kind}
        choices={[
          { value: 'all', label: t`All creators`, hint: t`${everyone} now. Creators who join later can read it too.` },
          {
            value: 'groups',
            label: t`Creators of groups`,
            hint: t`Those who are in the groups when it’s published. Creators who join a group later don’t get it.`,
          },
        ]}
        onChoose={(kind) => onChange(kind === 'all' ? { kind } : { kind, group_ids: [] })}
      />
      {audience.kind === 'groups' ? (
        <div className={desk.part} role="group" aria-label={t`Groups`}>
          {data?.groups.length === 0 ? (
            <p className={desk.quiet}>
              <Trans>There are no groups yet.</Trans>
            </p>
          ) : null}
          {data?.groups.map(({ id, name, creators }) => (
            <Tick
              key={id}
              checked={ids.includes(id)}
              onChange={(event) =>
                onChange({
                  kind: 'groups',
                  group_ids: event.target.checked ? [...ids, id] : ids.filter((each) => each !== id),
                })
              }
            >
              {name} (<Plural value={creators} one="# creator" other="# creators" />)
            </Tick>
          ))}
        </div>
      ) : null}
      {error ? (
        <p role="alert" className={desk.alert}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
