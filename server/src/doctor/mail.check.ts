import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { error, type Diagnosis, ok, reasonOf, warning } from './diagnosis.ts';

const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

/** Connects to the mail server, greets it and logs in. Sends nothing. */
export async function checkMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Diagnosis> {
  if (smtpUrl === undefined)
    return warning('SMTP_URL is not set, so emails wait in the console and you hand over their links. Set SMTP_URL.');
  const { host } = new URL(smtpUrl);
  const transport = createTransport({ url: smtpUrl, ...patience });
  try {
    await transport.verify();
    return ok(`${host} accepts the connection`);
  } catch (thrown) {
    return error(`${host} refuses: ${reasonOf(thrown)}. Correct SMTP_URL.`);
  } finally {
    transport.close();
  }
}
