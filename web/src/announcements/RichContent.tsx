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

function Block({ block }: { block: RichBlock }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Spans spans={block.spans} />
      </p>
    );
  if (block.kind === 'heading')
    return (
      <h4>
        <Spans spans={block.spans} />
      </h4>
    );
  const items = block.items.map((item, place) => (
    <li key={place}>
      <Spans spans={item} />
    </li>
  ));
  return block.kind === 'numbers' ? <ol>{items}</ol> : <ul>{items}</ul>;
}

/** Rich text as elements. It can show nothing that isn't listed here. */
export function RichContent({ content }: { content: RichText }) {
  return (
    <div className={styles.rich}>
      {content.map((block, place) => (
        <Block key={place} block={block} />
      ))}
    </div>
  );
}
