import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconFileText, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useBrandRights } from '../accounts/brand-rights.ts';
import { useDates } from '../accounts/dates.ts';
import desk from '../consoles/Console.module.css';
import { QueryState } from '../consoles/QueryStates.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Masthead } from '../ui/Masthead.tsx';
import styles from './terms.module.css';
import { brandOverviewQuery } from '../brand/brand.data.ts';
import { OrderRulesSection } from './OrderRulesSection.tsx';
import { termsQuery } from './terms.data.ts';
import { rateTexts } from './rate-kinds.tsx';
import { ruleDays, ruleName, type Terms, versionHolding } from './terms-texts.ts';
import { TermsSheet } from './TermsSheet.tsx';

export default createLazyRoute('/brand-frame/brand/$merchant/terms')({ component: TermsPage });

const route = getRouteApi('/brand-frame/brand/$merchant/terms');

function TermsPage() {
  const { t } = useLingui();
  const { merchant } = route.useParams();
  const query = useQuery(termsQuery(merchant));
  const { data: overview } = useQuery(brandOverviewQuery(merchant));
  const may = useBrandRights(merchant);
  const [writing, setWriting] = useState(false);
  const versions = query.data ?? [];
  const held = versionHolding(versions, new Date());
  const write = may('terms') ? (
    <Button disabled={!overview} onClick={() => setWriting(true)}>
      <IconPencil size={18} stroke={1.6} aria-hidden="true" />
      {held ? <Trans>Create new version</Trans> : <Trans>Set commission rates</Trans>}
    </Button>
  ) : undefined;
  return (
    <>
      <Masthead heading={t`Terms`} controls={versions.length > 0 ? write : undefined} />
      <QueryState query={query} loading={t`Loading the terms`} failed={t`We couldn’t load your terms`} />
      {query.data && versions.length === 0 ? (
        <EmptyState icon={<IconFileText size={28} stroke={1.4} />} title={t`No terms yet`} action={write}>
          <Trans>Set your commission rates. Creators earn nothing until you do.</Trans>
        </EmptyState>
      ) : null}
      <div className={classes(desk.sections, styles.terms)}>
        {versions
          .filter((version) => held === undefined || version.version > held.version)
          .map((version) => (
            <Version key={version.version} version={version} holds="later" />
          ))}
        {held ? <Version version={held} holds="now" /> : null}
        <Earlier versions={versions.filter((version) => held && version.version < held.version)} />
        {query.data && may('settings') ? <OrderRulesSection merchant={merchant} /> : null}
      </div>
      {writing && overview ? (
        <TermsSheet
          merchant={merchant}
          currency={overview.sales.now.currency}
          held={held}
          onClose={() => setWriting(false)}
        />
      ) : null}
    </>
  );
}

function Version({ version, holds }: { version: Terms; holds: 'now' | 'later' }) {
  const { day } = useDates();
  const [number, since] = [String(version.version), day(version.effective_at)];
  return (
    <section className={desk.section} aria-labelledby={`version-${number}`}>
      <div className={desk.sectionHead}>
        <h2 id={`version-${number}`}>
          {holds === 'now' ? <Trans>Active version</Trans> : <Trans>Takes effect on {since}</Trans>}
        </h2>
        <p className={desk.quiet}>
          <Trans>
            Version {number}, from {since}
          </Trans>
        </p>
      </div>
      {version.note ? <p>{version.note}</p> : null}
      <Rules version={version} />
    </section>
  );
}

function Rules({ version }: { version: Terms }) {
  const { calendarDay } = useDates();
  return (
    <ul className={styles.rules}>
      {version.rules.map((rule) => (
        <li key={rule.position} className={styles.rule}>
          <span>{[ruleName(rule), ruleDays(rule, calendarDay)].filter(Boolean).join(', ')}</span>
          <RuleRate rule={rule} />
        </li>
      ))}
    </ul>
  );
}

const longLabel = 12;

function RuleRate({ rule }: { rule: Terms['rules'][number] }) {
  const label = rateTexts(rule).label();
  return (
    <span className={styles.rate} data-long={label.length > longLabel || undefined}>
      {label}
    </span>
  );
}

function Earlier({ versions }: { versions: readonly Terms[] }) {
  const { day } = useDates();
  if (versions.length === 0) return null;
  return (
    <section className={desk.section} aria-labelledby="earlier">
      <h2 id="earlier">
        <Trans>Earlier versions</Trans>
      </h2>
      <div>
        {versions.map((version) => {
          const [number, from] = [String(version.version), day(version.effective_at)];
          return (
            <details key={number} className={desk.fold}>
              <summary>
                <Trans>
                  Version {number}, from {from}
                </Trans>
                {', '}
                <Plural value={version.rules.length} one="# rule" other="# rules" />
              </summary>
              {version.note ? <p className={desk.quiet}>{version.note}</p> : null}
              <Rules version={version} />
            </details>
          );
        })}
      </div>
      <p className={desk.quiet}>
        <Trans>
          We keep every version. Each order uses the terms that were active when the shopper clicked or, without a
          click, when the order was placed.
        </Trans>
      </p>
    </section>
  );
}
