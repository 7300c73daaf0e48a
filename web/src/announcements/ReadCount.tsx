import { Plural } from '@lingui/react/macro';
import { formatNumber } from '../format/numbers.ts';

/** How many of the creators that an announcement went to have read it. */
export function ReadCount({ reads, readers }: { reads: number; readers: number }) {
  const read = formatNumber(reads);
  const all = formatNumber(readers);
  if (reads === 0)
    return (
      <Plural
        value={readers}
        one={`It went to ${all} creator, who hasn’t read it yet.`}
        other={`It went to ${all} creators. Read by none of them yet.`}
      />
    );
  return (
    <Plural
      value={readers}
      one={`It went to ${all} creator, and ${read} read it in the portal or marked it as read.`}
      other={`It went to ${all} creators, and ${read} of them read it in the portal or marked it as read.`}
    />
  );
}
