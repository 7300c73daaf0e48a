import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { newPassword } from './passwords.ts';
import { signedIn } from './sessions.ts';
import { displayName, email, id, instant, name, plainText } from './values/fields.ts';

// The installation itself: its first operator, its name, its address and its mail server.

export const setUp = endpoint({
  method: 'POST',
  path: '/setup',
  summary: 'Create the first operator with the code that the server printed at its start, and log in',
  access: ['anonymous'],
  scope: 'code_holder',
  status: 201,
  body: z.strictObject({
    code: id,
    name: displayName,
    email,
    password: newPassword,
    locale: z.optional(plainText({ max: 35 })),
    time_zone: z.optional(plainText({ max: 60 })),
  }),
  reply: signedIn,
  refusals: ['setup_code_dead', 'setup_done', 'busy'],
  answers: 'secret',
});

/**
 * The installation as operators see it. `public_url` is PUBLIC_URL as the server knows it; `mail.server` is null without
 * SMTP_URL. `variants` are those of VARIANTS_DIR, each by the key that a brand's `project` names.
 */
export const installation = z.strictObject({
  name: z.nullable(z.string()),
  public_url: z.string(),
  mail: z.strictObject({ server: z.nullable(z.string()), sender: z.string() }),
  set_up_at: z.nullable(instant),
  variants: z.array(z.strictObject({ key: z.string(), name: z.string(), is_standard: z.boolean() })),
});
export type Installation = z.output<typeof installation>;

export const readInstallation = endpoint({
  method: 'GET',
  path: '/operator/installation',
  summary: 'The name, address and mail settings of this installation',
  access: ['operator'],
  scope: 'installation',
  reply: installation,
});

export const changeInstallation = endpoint({
  method: 'PATCH',
  path: '/operator/installation',
  summary: 'Set the name of this installation, which emails have as their sender; null removes it',
  access: ['operator'],
  scope: 'installation',
  body: z.strictObject({ name: z.nullable(name({ max: 60 })) }),
  reply: installation,
  // The keys of the variants are public names.
  answers: 'public_code',
});

/**
 * The result of a test email. `response` is what the mail server said, or why it couldn't be reached; it is null if
 * there is none.
 */
export const mailTest = z.strictObject({
  result: z.enum(['sent', 'failed', 'no_mail_server']),
  response: z.nullable(z.string()),
});
export type MailTest = z.output<typeof mailTest>;

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/operator/installation/test-mail',
  summary: 'Send a test email at once and return the mail server’s response',
  access: ['operator'],
  scope: 'installation',
  body: z.strictObject({ email }),
  reply: mailTest,
  perMinute: 20,
});
