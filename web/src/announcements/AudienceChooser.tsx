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

const emptyOf: { [Kind in AnnouncementAudience['kind']]: Extract<AnnouncementAudience, { kind: Kind }> } = {
  all: { kind: 'all' },
  groups: { kind: 'groups', group_ids: [] },
  tags: { kind: 'tags', tags: [] },
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
          {
            value: 'tags',
            label: t`Creators with tags`,
            hint: t`Those who have one of the tags when it’s published. Creators don’t see tags.`,
          },
        ]}
        onChoose={(kind) => onChange(emptyOf[kind])}
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
      {audience.kind === 'tags' ? <Tags merchant={merchant} chosen={audience.tags} onChange={onChange} /> : null}
      {error ? (
        <p role="alert" className={desk.alert}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

type TagsProps = { merchant: string; chosen: readonly string[]; onChange: AudienceChooserProps['onChange'] };

function Tags({ merchant, chosen, onChange }: TagsProps) {
  const { t } = useLingui();
  const { data } = useQuery(audiencesQuery(merchant));
  return (
    <div className={desk.part} role="group" aria-label={t`Tags`}>
      {data?.tags.length === 0 ? (
        <p className={desk.quiet}>
          <Trans>No creator has a tag yet. Add tags under Creators.</Trans>
        </p>
      ) : null}
      {data?.tags.map(({ tag, creators }) => (
        <Tick
          key={tag}
          checked={chosen.includes(tag)}
          onChange={({ target }) =>
            onChange({
              kind: 'tags',
              tags: target.checked ? [...chosen, tag] : chosen.filter((each) => each !== tag),
            })
          }
        >
          {tag} (<Plural value={creators} one="# creator" other="# creators" />)
        </Tick>
      ))}
    </div>
  );
}
