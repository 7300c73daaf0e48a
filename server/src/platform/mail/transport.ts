import { createTransport } from 'nodemailer';

/** Shorter than the idle timeout of a transaction. */
const patience = { connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 8_000 };

/** The sender of emails: the address of MAIL_FROM, with the installation's name if it has one. */
export function mailSender(mailFrom: string, installation: string | undefined): { name: string; address: string } {
  const [, given = '', address = mailFrom.trim()] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  return { name: installation ?? given.replaceAll(/^"|"$/g, ''), address };
}

/** A connection to the mail server, to be closed after the last email. */
export function openTransport(smtpUrl: string, mailFrom: string, installation: string | undefined) {
  return createTransport({ url: smtpUrl, ...patience }, { from: mailSender(mailFrom, installation) });
}

/** What the mail server said when it refused an email, or why it couldn't be reached. */
export function refusalOfServer(error: unknown): string {
  const response = error instanceof Error && 'response' in error ? error.response : undefined;
  const said = typeof response === 'string' && response !== '' ? response : undefined;
  return (said ?? (error instanceof Error ? error.message : String(error))).slice(0, 500);
}
