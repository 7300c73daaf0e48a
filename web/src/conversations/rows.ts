import type { Message } from '@vitrine/contract/conversations.ts';
import type { Unsent } from './outbox.ts';

/** A message as the thread shows it: one that the server has numbered, or one that is on its way. */
export type ThreadRow = Pick<Message, 'side' | 'mine' | 'sender_name' | 'body' | 'pictures' | 'created_at'> & {
  key: string;
  seq: number | undefined;
  unsent: Unsent | undefined;
};

export type Row =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: 'new' }
  | { kind: 'group'; key: string; side: Message['side']; mine: boolean; name: string | null; messages: ThreadRow[] };

/** A pause after which the same person's words stand apart. */
const pauseMs = 5 * 60_000;

/** What the server has, then what is on its way; a message that arrived is not shown twice. */
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

/** The thread in rows: a line for each day, one where the unread begin, and what somebody said in one go together. */
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
