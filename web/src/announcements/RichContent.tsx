import type { RichBlock, RichSpan, RichText } from '@vitrine/contract/values/rich-text.ts';
import styles from './content.module.css';

// What was parsed never changes, so the index is a stable key.
/* oxlint-disable react/no-array-index-key */

function Span({ span: { text, bold, italic, href } }: { span: RichSpan }) {
  const styled = bold ? <strong>{text}</strong> : text;
  const whole = italic ? <em>{styled}</em> : styled;
  if (href === undefined) return whole;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {whole}
    </a>
  );
}

function Spans({ spans }: { spans: readonly RichSpan[] }) {
  return spans.map((span, place) => <Span key={place} span={span} />);
}

/** The element of its headings, one level below what the announcement itself has. */
export type HeadingElement = 'h2' | 'h4';

function Block({ block, heading: Heading }: { block: RichBlock; heading: HeadingElement }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Spans spans={block.spans} />
      </p>
    );
  if (block.kind === 'heading')
    return (
      <Heading className={styles.heading}>
        <Spans spans={block.spans} />
      </Heading>
    );
  const items = block.items.map((item, place) => (
    <li key={place}>
      <Spans spans={item} />
    </li>
  ));
  return block.kind === 'numbers' ? <ol>{items}</ol> : <ul>{items}</ul>;
}

/** Rich text as elements. It can show nothing that isn't listed here. */
export function RichContent({ content, heading }: { content: RichText; heading: HeadingElement }) {
  return (
    <div className={styles.rich}>
      {content.map((block, place) => (
        <Block key={place} block={block} heading={heading} />
      ))}
    </div>
  );
}
