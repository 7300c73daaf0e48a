// A transaction that keeps its notices sends none with NOTIFY, for which PostgreSQL lets one transaction commit after the
// other (0091_notices.sql). They are read in the round trip of the commit.

export type KeptNotice = { channel: string; payload: string };

/** Takes the notices of a committed transaction to the other nodes. */
export type Carry = (notices: readonly KeptNotice[]) => void;

/** The end of a transaction that keeps its notices. Triggers that wait for the end run first, because they add some. */
export const keepingEnd = [
  'set constraints all immediate',
  "select current_setting('app.notices', true) as notices",
  'commit',
] as const;

export type KeptRow = { notices: string | null };

/** What the setting says before the first notice. */
export const keepingMark = 'kept';

/** The notices in the answers to `keepingEnd`: after the mark, each line is a channel and a payload. */
export function keptIn(answers: readonly (readonly unknown[])[]): KeptNotice[] {
  const { notices } = (answers.at(-2)?.[0] ?? { notices: null }) as KeptRow;
  const lines = (notices ?? '').slice(keepingMark.length).split('\n').slice(0, -1);
  return lines.map((line) => {
    const [channel, payload] = JSON.parse(line) as [string, string];
    return { channel, payload };
  });
}
