import { partsOf } from './links.ts';

/** Text with clickable links. */
export function LinkedText({ text }: { text: string }) {
  return partsOf(text).map(({ text: part, href }, place) =>
    href === undefined ? (
      part
    ) : (
      // The parts never change, so the index is a stable key.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ),
  );
}
