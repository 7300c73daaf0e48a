import { partsOf } from './links.ts';

/** Text in which addresses can be followed. */
export function LinkedText({ text }: { text: string }) {
  return partsOf(text).map(({ text: words, href }, place) =>
    href === undefined ? (
      words
    ) : (
      // What a part is does not change; its place is its name.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={place} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>
    ),
  );
}
