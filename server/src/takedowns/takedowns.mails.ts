import type { CopyrightNotice, SubjectKind } from '@vitrine/contract/takedowns.ts';
import type { TakedownCategory } from '@vitrine/contract/values/takedown-categories.ts';
import { dayText, textsIn } from '../platform/locale.ts';
import type { Addressee, Mail, Reader } from '../platform/mail/mail.ts';
import { takedownTexts } from './takedowns.mails.texts.ts';

type About = {
  /** The page of the portal with the owner's take-downs. */
  home: string;
  kind: SubjectKind;
  path: string;
  category: TakedownCategory;
  reason: string;
  report: { reference: string; canCounter: boolean; sender: string | undefined; statement: string } | undefined;
};

/**
 * To the owner, always sent. With a copyright notice it contains the notice and who sent it, without private addresses;
 * who sent another report is not said.
 */
export function takedownMail(publicUrl: string, owner: Reader, about: About): Mail {
  const texts = textsIn(takedownTexts, owner.locale);
  const { report } = about;
  return {
    to: owner,
    topic: 'always',
    kind: 'takedown',
    subject: texts.takedown.subject[about.kind],
    heading: texts.takedown.subject[about.kind],
    paragraphs: [
      texts.hello(owner.displayName),
      texts.takedown.why[about.category],
      { quote: about.reason },
      ...(report ? [texts.takedown.notice, { quote: report.statement }] : []),
      report?.canCounter ? texts.takedown.counter : texts.takedown.object,
    ],
    facts: [
      [texts.address, `${publicUrl}${about.path}`],
      ...(report ? [[texts.reference, report.reference] as const] : []),
      ...(report?.sender === undefined ? [] : [[texts.takedown.sender, report.sender] as const]),
    ],
    action: { label: texts.takedown.button, url: `${publicUrl}${about.home}` },
    reason: texts.ownerReason,
  };
}

export function liftedMail(publicUrl: string, owner: Reader, { path, reason }: { path: string; reason: string }): Mail {
  const texts = textsIn(takedownTexts, owner.locale);
  return {
    to: owner,
    topic: 'always',
    kind: 'takedown_lifted',
    subject: texts.lifted.subject,
    heading: texts.lifted.subject,
    paragraphs: [texts.hello(owner.displayName), texts.lifted.line, { quote: reason }],
    facts: [[texts.address, `${publicUrl}${path}`]],
    reason: texts.ownerReason,
  };
}

/** Contains nothing that the sender of the form wrote, because the address may be someone else's. */
export function receivedMail(reporter: Addressee, reference: string): Mail {
  const texts = textsIn(takedownTexts, reporter.locale);
  return {
    to: reporter,
    topic: 'always',
    kind: 'report_received',
    subject: texts.received.subject(reference),
    heading: texts.received.heading,
    paragraphs: [texts.received.line, texts.received.notYou],
    facts: [[texts.reference, reference]],
    reason: texts.reporterReason,
  };
}

export type Decided = 'taken_down' | 'declined' | 'restored';

export function decidedMail(reporter: Addressee, reference: string, decided: Decided, reason: string): Mail {
  const texts = textsIn(takedownTexts, reporter.locale);
  return {
    to: reporter,
    topic: 'always',
    kind: 'report_decided',
    subject: texts.decided.subject(reference),
    heading: texts.decided.heading[decided],
    paragraphs: [texts.decided.line[decided], { quote: reason }],
    facts: [[texts.reference, reference]],
    reason: texts.reporterReason,
  };
}

type CounterNotice = {
  name: string;
  postal_address: string;
  phone: string;
  statement: string;
  signature: string;
  notBefore: Date;
  /** Where the reporter can tell us about a court action. */
  contact: string;
};

/** The law wants the whole counter-notice passed on, with its address. The sender was told so in the form. */
export function counterNoticeMail(reporter: Addressee, reference: string, notice: CounterNotice): Mail {
  const texts = textsIn(takedownTexts, reporter.locale);
  return {
    to: reporter,
    topic: 'always',
    kind: 'counter_notice',
    subject: texts.counter.subject(reference),
    heading: texts.counter.heading,
    paragraphs: [
      texts.counter.line,
      { quote: notice.statement },
      texts.counter.sworn,
      texts.counter.restore(dayText(notice.notBefore, reporter), notice.contact),
    ],
    facts: [
      [texts.counter.name, notice.name],
      [texts.counter.postal, notice.postal_address],
      [texts.counter.phone, notice.phone],
      [texts.counter.signature, notice.signature],
      [texts.reference, reference],
    ],
    reason: texts.reporterReason,
  };
}

/** What the owner gets of a report: the work and the statement, no addresses. */
export function statementFor(statement: string, notice: CopyrightNotice | null): string {
  return notice === null ? statement : [notice.work, statement].filter((part) => part !== '').join('\n\n');
}
