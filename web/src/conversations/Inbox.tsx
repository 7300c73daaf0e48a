import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Conversations } from './Conversations.tsx';
import { threadsQuery } from './conversations.data.ts';
import { TextField } from '../ui/Field.tsx';
import { CreatorRows } from './CreatorRows.tsx';

/** The search box appears above this many conversations. */
const fewThreads = 8;

type InboxProps = { merchant: string; title: string; open: boolean; children: ReactNode };

/** A brand's conversations with its creators. */
export function Inbox({ merchant, title, open, children }: InboxProps) {
  const { t } = useLingui();
  const { data: threads } = useSuspenseQuery(threadsQuery(merchant));
  const [search, setSearch] = useState('');
  return (
    <Conversations
      title={title}
      open={open}
      tools={
        threads.length > fewThreads ? (
          <TextField
            label={t`Search creators`}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        ) : null
      }
      list={<CreatorRows merchant={merchant} search={search} />}
    >
      {children}
    </Conversations>
  );
}
