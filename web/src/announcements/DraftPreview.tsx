import { Trans, useLingui } from '@lingui/react/macro';
import type { RichText } from '@vitrine/contract/values/rich-text.ts';
import { useEffect, useState } from 'react';
import desk from '../consoles/Console.module.css';
import { Segments } from '../ui/Segments.tsx';
import { AnnouncementContent } from './AnnouncementContent.tsx';
import styles from './console.module.css';
import type { DraftForm } from './DraftEditor.tsx';
import { loadChunk } from '../api/chunk.ts';

const loadParser = () => import('@vitrine/contract/values/rich-text.parser.ts');

/** What the text is read as, as soon as the parser is there. */
function useParsed(source: string): RichText {
  const [parse, setParse] = useState<(source: string) => RichText>();
  useEffect(() => {
    let isGone = false;
    loadChunk(loadParser).then(
      ({ parseRichText }) => {
        if (!isGone) setParse(() => (text: string) => parseRichText(text).content);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return parse ? parse(source) : [];
}

/** The announcement as creators will see it, while it is written. */
export function DraftPreview({ form }: { form: DraftForm }) {
  const { t } = useLingui();
  const [as, setAs] = useState<'portal' | 'email'>('portal');
  const content = useParsed(form.body);
  const { title, body, picture, products } = form;
  return (
    <section className={styles.preview} aria-labelledby="preview">
      <h2 id="preview">
        <Trans>Preview</Trans>
      </h2>
      <Segments
        label={t`Preview`}
        value={as}
        choices={[
          { value: 'portal', label: t`In the portal` },
          { value: 'email', label: t`As an email` },
        ]}
        onChoose={setAs}
      />
      <article className={styles.sheet}>
        <h3>{title || t`Title`}</h3>
        <AnnouncementContent
          body={body}
          content={content}
          picture={picture}
          products={products}
          heading="h4"
          {...(as === 'portal' && {
            actionOf: () => (
              <span className={desk.quiet}>
                <Trans>Add to storefront</Trans>
              </span>
            ),
          })}
        />
        {as === 'email' ? (
          <p className={desk.quiet}>
            <Trans>
              Below it, the email has a button to the portal and says why the creator gets it. A test email shows
              exactly what arrives.
            </Trans>
          </p>
        ) : null}
      </article>
    </section>
  );
}
