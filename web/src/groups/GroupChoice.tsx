import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SelectField } from '../ui/SelectField.tsx';
import { groupsQuery } from './groups.data.ts';

type GroupChoiceProps = { merchant: string; value: string; onChoose: (groupId: string) => void };

/** The group that creators join; nothing while the brand has none. Empty: in no group. */
export function GroupChoice({ merchant, value, onChoose }: GroupChoiceProps) {
  const { t } = useLingui();
  const { data = [] } = useQuery(groupsQuery(merchant));
  const open = data.filter((group) => group.archived_at === null);
  if (open.length === 0) return null;
  return (
    <SelectField
      label={t`Group to join`}
      value={value}
      choices={[{ value: '', label: t`No group` }, ...open.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
