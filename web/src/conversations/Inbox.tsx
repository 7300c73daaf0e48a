import { useLingui } from '@lingui/react/macro';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Conversations } from './Conversations.tsx';
import { threadsQuery } from './conversations.data.ts';
import { TextField } from '../ui/Field.tsx';
import { useDebounced } from '../ui/debounced.ts';
import { CreatorRows } from './CreatorRows.tsx';

/** The search box appears above this many conversations. */
const fewThreads = 8;

type InboxProps = { merchant: string; title: string; open: boolean; children: ReactNode };

/** A brand's conversations with its creators. */
export function Inbox({ merchant, title, open, children }: InboxProps) {
  const { t } = useLingui();
  const { data, hasNextPage } = useSuspenseInfiniteQuery(threadsQuery(merchant));
  const hasMany = hasNextPage || data.pages.flatMap((page) => page.data).length > fewThreads;
  const [search, setSearch] = useState('');
  const rested = useDebounced(search).trim();
  return (
    <Conversations
      title={title}
      open={open}
      tools={
        hasMany ? (
          <TextField
            label={t`Search creators`}
            type="search"
            value={search}
            maxLength={100}
            onChange={(event) => setSearch(event.target.value)}
          />
        ) : null
      }
      list={<CreatorRows merchant={merchant} search={rested} />}
    >
      {children}
    </Conversations>
  );
}
