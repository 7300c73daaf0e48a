import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { formatCalendarDate } from '../format/dates.ts';
import { type LegalPart, type LegalText, named } from './legal.ts';
import { type Operator, operatorOfHost, operatorQuery } from '../support/operator.data.ts';
import styles from './LegalArticle.module.css';

type ArticleProps = {
  text: LegalText;
  /** On its own page, sections have addresses; in a drawer, links only scroll to them. */
  onOwnPage: boolean;
};

/** A legal text with its table of contents. */
export function LegalArticle({ text, onOwnPage }: ArticleProps) {
  const { t, i18n } = useLingui();
  const { data: operator = operatorOfHost(window.location.hostname) } = useQuery(operatorQuery());
  const date = formatCalendarDate(text.version, i18n.locale);
  return (
    <article className={styles.article} lang="en">
      <Contents text={text} onOwnPage={onOwnPage} />
      <div className={styles.text}>
        {i18n.locale === 'en' ? null : (
          <p className={styles.version} lang={i18n.locale} role="note">
            <Trans>This text is available in English only. The English text applies.</Trans>
          </p>
        )}
        <p className={styles.version} lang={i18n.locale}>
          <Trans>Effective {date}</Trans>
        </p>
        <section className={styles.summary} aria-label={t`In short`}>
          <ul>
            {text.summary.map((line) => (
              <li key={line}>{named(line, operator)}</li>
            ))}
          </ul>
        </section>
        {text.sections.map(({ id, heading, parts }, index) => (
          <section key={id} aria-labelledby={id} className={styles.section}>
            <h2 id={id} tabIndex={-1}>
              <span className={styles.number}>{index + 1}</span> {heading}
              {onOwnPage ? (
                <a className={styles.anchor} href={`#${id}`} aria-label={t`Link to this section: ${heading}`}>
                  #
                </a>
              ) : null}
            </h2>
            {parts.map((part, at) => (
              <Part key={at} part={part} operator={operator} number={`${index + 1}.${at + 1}`} />
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}

/** Next to the text on wide windows; above it and collapsed on a phone. */
function Contents({ text, onOwnPage }: ArticleProps) {
  const { t } = useLingui();
  const [isWide] = useState(() => window.matchMedia('(min-width: 1000px)').matches);
  return (
    <nav className={styles.contents} aria-label={t`Contents`}>
      <details open={isWide}>
        <summary className={styles.contentsTitle}>
          <Trans>Contents</Trans>
        </summary>
        <ol>
          {text.sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={onOwnPage ? undefined : (event) => scrollTo(event, id)}>
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function Part({ part, operator, number }: { part: LegalPart; operator: Operator; number: string }) {
  const clause = <span className={styles.clause}>{number}</span>;
  if (typeof part === 'string') {
    return (
      <p>
        {clause} {named(part, operator)}
      </p>
    );
  }
  return (
    <>
      <p>
        {clause} {named(part.lead, operator)}
      </p>
      <ul className={styles.items}>
        {part.items.map((item) => (
          <li key={item}>{named(item, operator)}</li>
        ))}
      </ul>
    </>
  );
}

/** In a drawer, a fragment would change the page's address and close the drawer. */
function scrollTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
