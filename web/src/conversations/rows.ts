import type { Message } from '@vitrine/contract/conversations.ts';
import type { Unsent } from './outbox.ts';

/** A message as the thread shows it: numbered by the server, or still unsent. */
export type ThreadRow = Pick<Message, 'side' | 'mine' | 'sender_name' | 'body' | 'pictures' | 'created_at'> & {
  key: string;
  seq: number | undefined;
  unsent: Unsent | undefined;
};

export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: 'new' }
  | { kind: 'group'; key: string; side: Message['side']; mine: boolean; name: string | null; messages: ThreadRow[] };

/** After a pause this long, the same person's messages form a new group. */
const pauseMs = 5 * 60_000;

/** The stored messages, then the unsent ones; a message that arrived isn't shown twice. */
export function threadRows(messages: readonly Message[], unsent: readonly Unsent[]): ThreadRow[] {
  const arrived = new Set(messages.map(({ client_id: clientId }) => clientId));
  return [
    ...messages.map(
      (message): ThreadRow => ({ ...message, key: message.client_id ?? String(message.seq), unsent: undefined }),
    ),
    ...unsent
      .filter(({ client_id: clientId }) => !arrived.has(clientId))
      .map((entry): ThreadRow => {
        const { body, pictures, created_at, seat, client_id: key } = entry;
        return {
          body,
          pictures,
          created_at,
          side: seat.side,
          mine: true,
          sender_name: null,
          key,
          seq: undefined,
          unsent: entry,
        };
      }),
  ];
}

/**
 * The thread as rows: a line for each day, one before the unread messages, and consecutive messages of one person as a
 * group.
 */
export function rowsOf(
  messages: readonly ThreadRow[],
  options: { dayOf: (at: string) => string; newFrom: number | undefined },
): Row[] {
  const rows: Row[] = [];
  let day = '';
  let before: ThreadRow | undefined;
  for (const message of messages) {
    const nextDay = options.dayOf(message.created_at);
    const isNewDay = nextDay !== day;
    if (isNewDay) rows.push({ kind: 'day', key: `day ${nextDay}`, at: message.created_at });
    const isFirstNew = message.seq !== undefined && message.seq === options.newFrom;
    if (isFirstNew) rows.push({ kind: 'new', key: 'new' });
    const last = rows.at(-1);
    const isGoingOn =
      last?.kind === 'group' &&
      before !== undefined &&
      last.side === message.side &&
      last.mine === message.mine &&
      before.sender_name === message.sender_name &&
      Date.parse(message.created_at) - Date.parse(before.created_at) < pauseMs;
    if (isGoingOn && last?.kind === 'group') last.messages.push(message);
    else {
      const { side, mine, sender_name: name, key } = message;
      rows.push({ kind: 'group', key: `group ${key}`, side, mine, name, messages: [message] });
    }
    day = nextDay;
    before = message;
  }
  return rows;
}
