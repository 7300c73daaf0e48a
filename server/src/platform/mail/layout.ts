import { type Html, html } from '../http/html.ts';
import { languageOf, wordsIn } from '../spoken.ts';

/**
 * What a mail says, without its dress. `paragraphs` are plain sentences; `facts` are label and value, one to a line;
 * `action` is the one thing to do, and its address is also written out, for readers that show no buttons.
 */
export type MailText = {
  subject: string;
  /** Said once more at the top, larger. */
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly (readonly [label: string, value: string])[];
  action?: { label: string; url: string };
  /** After the action, smaller: how long a link holds, what to do if it was not you. */
  afterword?: readonly string[];
  /** Why this person gets this mail. */
  reason: string;
};

/** The language it is in, and the variant whose colours and name it carries. */
type Dress = { locale: string; project: string };

const openAddress = { en: 'Or open this address:', es: 'O abre esta dirección:' };

const looks: Record<string, { name: string; accent: string; paper: string }> = {
  general: { name: 'Vitrine', accent: '#2e6b4f', paper: '#f7f3ea' },
  beauty: { name: 'Vitrine Beauty', accent: '#c8102e', paper: '#ffffff' },
};

const serif = "Georgia, 'Times New Roman', serif";
const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

function factsTable(facts: MailText['facts']): Html | undefined {
  if (!facts || facts.length === 0) return undefined;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:8px 0 20px">${facts.map(
    ([label, value]) =>
      html`<tr><td style="padding:8px 12px 8px 0;border-top:1px solid #ddd6c8;color:#6b6459;font-size:14px">${label}</td><td style="padding:8px 0;border-top:1px solid #ddd6c8;font-size:15px;text-align:right">${value}</td></tr>`,
  )}</table>`;
}

/** The mail's two parts. Styles are in the elements, because mail programs drop sheets; there is no script and no remote picture. */
export function dressMail(mail: MailText, { locale, project }: Dress): { subject: string; text: string; html: string } {
  const look = looks[project] ?? { name: 'Vitrine', accent: '#2e6b4f', paper: '#f7f3ea' };
  const { action, afterword = [], facts = [] } = mail;
  const text = [
    mail.heading,
    ...mail.paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterword,
    `— ${look.name}\n${mail.reason}`,
  ].join('\n\n');
  const markup = html`<!doctype html>
<html lang="${languageOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${mail.subject}</title></head>
<body style="margin:0;background:${look.paper};color:#221e19;font-family:${sans};line-height:1.55">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%"><tr><td align="center" style="padding:32px 20px">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:520px;text-align:left"><tr><td>
<p style="margin:0 0 32px;font-family:${serif};font-size:18px;color:${look.accent}">${look.name}</p>
<h1 style="margin:0 0 20px;font-family:${serif};font-weight:normal;font-size:28px;line-height:1.2">${mail.heading}</h1>
${mail.paragraphs.map((paragraph) => html`<p style="margin:0 0 16px;font-size:16px">${paragraph}</p>`)}
${factsTable(facts)}
${
  action &&
  html`<p style="margin:24px 0"><a href="${action.url}" style="display:inline-block;background:${look.accent};color:#ffffff;text-decoration:none;font-size:16px;padding:14px 24px;border-radius:10px">${action.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#6b6459">${wordsIn(openAddress, locale)}<br><span style="word-break:break-all">${action.url}</span></p>`
}
${afterword.map((paragraph) => html`<p style="margin:0 0 12px;font-size:14px;color:#6b6459">${paragraph}</p>`)}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #ddd6c8;font-size:12px;color:#6b6459">${mail.reason}</p>
</td></tr></table></td></tr></table></body></html>
`.toString();
  return { subject: mail.subject, text, html: markup };
}
