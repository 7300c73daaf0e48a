// What operators see and set of the installation itself. Uses the system role, because this belongs to no brand or
// creator.
import type { BodyOf } from '@vitrine/contract/endpoint.ts';
import type { changeInstallation, Installation, MailTest, sendTestMail } from '@vitrine/contract/installation.ts';
import { findUser } from '../accounts/users.access.ts';
import type { Context } from '../context.ts';
import { accessInstallation } from '../operators/operators.access.ts';
import type { Actor } from '../platform/actor.ts';
import { audit } from '../platform/audit.ts';
import type { Tx } from '../platform/database/database.ts';
import { renderMail } from '../platform/mail/layout.ts';
import { openTransport, refusalOfServer, mailSender } from '../platform/mail/transport.ts';
import { testMail } from './installation.mails.ts';
import { findInstallation, lockInstallation, updateName } from './installation.queries.ts';

function subjectOf({ config }: Context) {
  return { kind: 'installation', id: new URL(config.publicUrl).host };
}

async function presentInstallation(ctx: Context, tx: Tx): Promise<Installation> {
  const { publicUrl, smtpUrl, mailFrom, variants } = ctx.config;
  const { name, set_up_at: setUpAt } = await findInstallation(tx);
  const sender = mailSender(mailFrom, name ?? undefined);
  return {
    name,
    public_url: publicUrl,
    mail: {
      // Without the password that the address may contain.
      server: smtpUrl === undefined ? null : new URL(smtpUrl).host,
      sender: sender.name ? `${sender.name} <${sender.address}>` : sender.address,
    },
    set_up_at: setUpAt?.toISOString() ?? null,
    variants: [...variants.byKey.values()].map(({ key, name }) => ({
      key,
      name,
      is_standard: key === variants.standard.key,
    })),
  };
}

export async function readInstallationFor(ctx: Context, actor: Actor): Promise<Installation> {
  accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, (tx) => presentInstallation(ctx, tx));
}

export async function changeInstallationFor(
  ctx: Context,
  actor: Actor,
  { name }: BodyOf<typeof changeInstallation>,
): Promise<Installation> {
  const operator = accessInstallation(actor);
  return ctx.database.as({ role: 'system' }, async (tx) => {
    const before = await lockInstallation(tx);
    if (before.name !== name) {
      await updateName(tx, name);
      await audit(ctx, tx, operator, {
        action: 'installation.changed',
        subject: subjectOf(ctx),
        details: { before: before.name, after: name },
      });
    }
    return presentInstallation(ctx, tx);
  });
}

async function trySending(ctx: Context, smtpUrl: string, to: string, locale: string): Promise<MailTest> {
  const { mailFrom, publicUrl, variants } = ctx.config;
  const { name } = await ctx.database.as({ role: 'system' }, findInstallation);
  const installation = name ?? undefined;
  const transport = openTransport(smtpUrl, mailFrom, installation);
  try {
    const mail = renderMail(testMail(locale, publicUrl), { locale, variant: variants.standard, installation });
    const { response } = await transport.sendMail({ to, ...mail });
    return { result: 'sent', response: response.slice(0, 500) };
  } catch (error) {
    return { result: 'failed', response: refusalOfServer(error) };
  } finally {
    transport.close();
  }
}

/** Sends a test email while the operator waits, so that they see what the mail server says. */
export async function sendTestMailFor(
  ctx: Context,
  actor: Actor,
  { email }: BodyOf<typeof sendTestMail>,
): Promise<MailTest> {
  const operator = accessInstallation(actor);
  const { smtpUrl } = ctx.config;
  if (smtpUrl === undefined) return { result: 'no_mail_server', response: null };
  const user = await ctx.database.as({ role: 'system' }, (tx) => findUser(tx, operator.userId));
  const test = await trySending(ctx, smtpUrl, email, user?.locale ?? 'en');
  await ctx.database.as({ role: 'system' }, (tx) =>
    audit(ctx, tx, operator, {
      action: 'installation.mail_tested',
      subject: subjectOf(ctx),
      details: { to: email, result: test.result },
    }),
  );
  return test;
}
