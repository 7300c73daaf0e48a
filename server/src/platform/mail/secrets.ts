// An email may contain secrets: links that give access to an account. They are not stored with its text, which has a
// placeholder in place of each. The secrets are sealed separately until the email is sent or they expire, so that no
// screen, dump or backup shows one.

/** The format of `newSecret`, anywhere in a text. */
const shape = /vt[a-z]_[A-Za-z0-9_-]{43}/g;
const placeholder = /hidden-until-sent-(\d+)/g;
const placeholderOf = (index: number) => `hidden-until-sent-${index + 1}`;

export type MailParts = { subject: string; text: string; html: string };

function mapParts({ subject, text, html }: MailParts, change: (part: string) => string): MailParts {
  return { subject: change(subject), text: change(text), html: change(html) };
}

/** Replaces the given secrets, and everything in the format of ours, with placeholders. */
export function hideSecrets(parts: MailParts, named: readonly string[]): { hidden: MailParts; secrets: string[] } {
  const found = [parts.subject, parts.text, parts.html].flatMap((part) => part.match(shape) ?? []);
  const secrets = [...new Set([...named, ...found])];
  const hide = (part: string) =>
    secrets.reduce((left, secret, index) => left.replaceAll(secret, placeholderOf(index)), part);
  return { hidden: mapParts(parts, hide), secrets };
}

/** The email as it is sent. */
export function showSecrets(parts: MailParts, secrets: readonly string[]): MailParts {
  return mapParts(parts, (part) => part.replaceAll(placeholder, (kept, number) => secrets[Number(number) - 1] ?? kept));
}

/** The URL in a stored text that contains a secret. */
export function hiddenAddress(text: string): string | undefined {
  return /https?:\/\/\S*hidden-until-sent-\d+\S*/.exec(text)?.[0];
}
