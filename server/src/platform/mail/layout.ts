import { type Html, html } from '../http/html.ts';
import { languageOf, textsIn } from '../locale.ts';
import { type Colors, styles } from '../variants/variant.styles.ts';
import type { Variant } from '../variants/variants.ts';
import { type MailPart, partHtml, partSummary, partText } from './parts.ts';

/**
 * The content of an email without layout. `paragraphs` are sentences, quotes, rich text, pictures or products; `facts` are pairs of label and value;
 * `action` is the one button, whose link is also written out for email programs that show no buttons.
 */
export type MailText = {
  subject: string;
  /** The heading of the email. */
  heading: string;
  paragraphs: readonly MailPart[];
  facts?: readonly (readonly [label: string, value: string])[];
  action?: { label: string; url: string };
  /** Small text after the button: how long a link is valid, what to do if it wasn't you. */
  afterword?: readonly string[];
  /** Why the reader gets this email. */
  reason: string;
};

/** The language, the variant for name and colors, and the name of the installation if it has one. */
type MailStyle = { locale: string; variant: Variant; installation?: string | undefined };

const openAddress = { en: 'Or open this link:', es: 'O abre este enlace:' };

/** Dark mode, for email programs that support style sheets; the others show the light inline styles. */
function darkModeSheet({ colors }: Variant): string {
  const { paper, ink, soft, hair, accent, onAccent } = colors.dark;
  return `@media (prefers-color-scheme: dark) {
.paper { background: ${paper} !important; color: ${ink} !important }
.soft { color: ${soft} !important }
.hair { border-color: ${hair} !important }
.name { color: ${accent} !important }
.quote { border-color: ${accent} !important }
.button { background: ${accent} !important; color: ${onAccent} !important }
}`;
}

const serif = "Georgia, 'Times New Roman', serif";
const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const previewLength = 140;

/** The preview that an inbox shows after the subject. Without it, the inbox would show our name and the heading again. */
function previewOf({ paragraphs, facts = [] }: MailText): string {
  const whole = [...paragraphs.map(partSummary), ...facts.map(([label, value]) => `${label}: ${value}`)]
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return whole.length <= previewLength ? whole : `${whole.slice(0, previewLength).replace(/ [^ ]*$/, '')}…`;
}

function factsTable(facts: MailText['facts'], { soft, hair }: Colors): Html | undefined {
  if (!facts || facts.length === 0) return undefined;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:8px 0 20px">${facts.map(
    ([label, value]) =>
      html`<tr><td class="hair soft" style="width:40%;padding:10px 16px 10px 0;border-top:1px solid ${hair};color:${soft};font-size:14px;vertical-align:top">${label}</td><td class="hair" style="padding:10px 0;border-top:1px solid ${hair};font-size:15px;text-align:right;vertical-align:top;word-break:break-word">${value}</td></tr>`,
  )}</table>`;
}

/** The text and HTML parts of an email. Styles are inline, because email programs drop style sheets. */
export function renderMail(
  mail: MailText,
  { locale, variant, installation }: MailStyle,
): { subject: string; text: string; html: string } {
  const { light } = variant.colors;
  const { paper, ink, soft, hair, accent, onAccent } = light;
  const { action, afterword = [], facts = [] } = mail;
  const text = [
    mail.heading,
    ...mail.paragraphs.flatMap((part) => partText(part) ?? []),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...afterword,
    `— ${installation ?? variant.name}\n${mail.reason}`,
  ].join('\n\n');
  const markup = html`<!doctype html>
<html lang="${languageOf(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${mail.subject}</title><style>${darkModeSheet(variant)}</style></head>
<body class="paper" style="margin:0;background:${paper};color:${ink};font-family:${sans};line-height:1.55">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${previewOf(mail)}</div>
<table role="presentation" cellpadding="0" cellspacing="0" class="paper" style="width:100%;background:${paper};color:${ink}"><tr><td align="center" style="padding:32px 20px">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:520px;text-align:left"><tr><td style="overflow-wrap:anywhere;word-break:break-word">
<p class="name" style="margin:0 0 32px;font-family:${serif};font-size:18px;color:${accent}">${variant.name}</p>
<h1 style="margin:0 0 20px;font-family:${serif};font-weight:normal;font-size:28px;line-height:1.2">${mail.heading}</h1>
${mail.paragraphs.map((paragraph) => partHtml(paragraph, light))}
${factsTable(facts, light)}
${
  action &&
  html`<p style="margin:28px 0"><a class="button" href="${action.url}" style="display:inline-block;background:${accent};color:${onAccent};text-decoration:none;font-size:16px;font-weight:600;padding:13px 28px;border-radius:${styles[variant.style].corner}">${action.label}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:13px;color:${soft}">${textsIn(openAddress, locale)}<br><span style="word-break:break-all">${action.url}</span></p>`
}
${afterword.map((paragraph) => html`<p class="soft" style="margin:0 0 12px;font-size:14px;color:${soft}">${paragraph}</p>`)}
<p class="hair soft" style="margin:32px 0 0;padding-top:16px;border-top:1px solid ${hair};font-size:13px;color:${soft}">${installation && html`${installation}<br>`}${mail.reason}</p>
</td></tr></table></td></tr></table></body></html>
`.toString();
  return { subject: mail.subject, text, html: markup };
}
