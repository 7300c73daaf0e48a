// A mail may hold secrets: links that give whoever opens them access to an account. They are not part of what is
// stored. The stored text has a placeholder in the place of each; the secrets are sealed beside it until the mail is
// sent or they expire, so that no screen, dump or backup shows one.

/** What `newSecret` makes, wherever it is in a text. */
const shape = /vt[a-z]_[A-Za-z0-9_-]{43}/g;
const placeholder = /hidden-until-sent-(\d+)/g;
const placeholderOf = (index: number) => `hidden-until-sent-${index + 1}`;

export type MailParts = { subject: string; text: string; html: string };

function mapParts({ subject, text, html }: MailParts, change: (part: string) => string): MailParts {
  return { subject: change(subject), text: change(text), html: change(html) };
}

/** Replaces the named secrets, and whatever looks like one of ours, by placeholders. */
export function hideSecrets(parts: MailParts, named: readonly string[]): { hidden: MailParts; secrets: string[] } {
  const found = [parts.subject, parts.text, parts.html].flatMap((part) => part.match(shape) ?? []);
  const secrets = [...new Set([...named, ...found])];
  const hide = (part: string) =>
    secrets.reduce((left, secret, index) => left.replaceAll(secret, placeholderOf(index)), part);
  return { hidden: mapParts(parts, hide), secrets };
}

/** The mail as it goes out. */
export function showSecrets(parts: MailParts, secrets: readonly string[]): MailParts {
  return mapParts(parts, (part) => part.replaceAll(placeholder, (kept, number) => secrets[Number(number) - 1] ?? kept));
}

/** The address in a stored text that holds a secret. */
export function hiddenAddress(text: string): string | undefined {
  return /https?:\/\/\S*hidden-until-sent-\d+\S*/.exec(text)?.[0];
}
