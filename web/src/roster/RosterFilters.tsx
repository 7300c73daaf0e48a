import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import type { DataOf } from '@vitrine/contract/endpoint.ts';
import type { readCreatorFilters } from '@vitrine/contract/roster.ts';
import desk from '../consoles/Console.module.css';
import { useSearchBox } from '../navigation/search-box.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { accountStatusTexts } from './roster-columns.tsx';
import type { RosterSearch } from './RosterScreen.tsx';

type RosterFiltersProps = {
  search: RosterSearch;
  choices: DataOf<typeof readCreatorFilters> | undefined;
  onSearch: (change: { [Name in keyof RosterSearch]: string | undefined }) => void;
  onClear: () => void;
};

/** Search and filters; all of them are kept in the address. Groups and tags appear once there are some. */
export function RosterFilters({ search, choices, onSearch, onClear }: RosterFiltersProps) {
  const { t } = useLingui();
  const { typed, setTyped } = useSearchBox(search.search ?? '', (text) => onSearch({ search: text || undefined }));
  const { groups = [], tags = [] } = choices ?? {};
  const isFiltered = Boolean(search.search ?? search.status ?? search.group ?? search.tag);
  return (
    <div className={desk.filters}>
      <TextField
        label={t`Name or handle`}
        type="search"
        value={typed}
        maxLength={100}
        lead={<IconSearch size={20} stroke={1.6} aria-hidden="true" />}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Select
        label={t`Status`}
        value={search.status ?? ''}
        choices={[
          { value: '', label: t`Every status` },
          ...(['active', 'paused', 'suspended', 'ended'] as const).map((value) => ({
            value: value as string,
            label: t(accountStatusTexts[value]),
          })),
        ]}
        onChoose={(status) => onSearch({ status: status || undefined })}
      />
      {groups.length > 0 ? (
        <Select
          label={t`Group`}
          value={search.group ?? ''}
          choices={[
            { value: '', label: t`All groups` },
            { value: 'none', label: t`In no group` },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={(group) => onSearch({ group: group || undefined })}
        />
      ) : null}
      {tags.length > 0 ? (
        <Select
          label={t`Tag`}
          value={search.tag ?? ''}
          choices={[{ value: '', label: t`All tags` }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
          onChoose={(tag) => onSearch({ tag: tag || undefined })}
        />
      ) : null}
      {isFiltered ? (
        <Button
          look="plain"
          onClick={() => {
            setTyped('');
            onClear();
          }}
        >
          <Trans>Clear filters</Trans>
        </Button>
      ) : null}
    </div>
  );
}
