// The form for reports and copyright notices: plain markup that works without JavaScript.
import { type Html, html } from '../platform/http/html.ts';
import { formHeaders, shopPage } from '../platform/http/shop.page.ts';
import type { Variant } from '../platform/variants/variants.ts';
import { formSheet } from './report.sheet.ts';

export type ReportKind = 'abuse' | 'copyright';
/** What was typed, and what is wrong with it, by field. */
export type FormState = { typed: Readonly<Record<string, string>>; errors: Readonly<Record<string, string>> };

export const emptyForm: FormState = { typed: {}, errors: {} };

export const reportHeaders = {
  ...formHeaders,
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
};

/** Hidden from people; a program that fills in every field is recognized by it. */
export const honeypot = 'website';

type Field = {
  name: string;
  label: string;
  hint?: string;
  most: number;
  type?: string;
  rows?: number;
  complete?: string;
};

const addressField: Field = { name: 'address', label: 'Address (URL) of the page, link or picture', most: 2000 };
const who: readonly Field[] = [
  { name: 'name', label: 'Your name', most: 120, complete: 'name' },
  { name: 'email', label: 'Your email', most: 254, type: 'email', complete: 'email' },
];
const abuseFields: readonly Field[] = [
  {
    name: 'statement',
    label: 'What is wrong with it?',
    hint: 'At least 10 characters. The person you report can read it, but doesn’t get your name.',
    most: 4000,
    rows: 6,
  },
];
const noticeFields: readonly Field[] = [
  {
    name: 'postal_address',
    label: 'Your postal address',
    hint: 'Not shown to the person you report',
    most: 500,
    rows: 3,
    complete: 'street-address',
  },
  {
    name: 'phone',
    label: 'Your phone number',
    hint: 'Not shown to the person you report',
    most: 50,
    type: 'tel',
    complete: 'tel',
  },
  {
    name: 'work',
    label: 'The work that is infringed',
    hint: 'What it is and where the original can be seen; a list if there are several',
    most: 4000,
    rows: 4,
  },
  { name: 'statement', label: 'Anything else (optional)', most: 4000, rows: 3 },
];
const signatureField: Field = {
  name: 'signature',
  label: 'Your signature',
  hint: 'Type your full name. It counts as your electronic signature.',
  most: 120,
};

const categories = [
  ['scam', 'A scam, phishing or malware'],
  ['harmful', 'Something illegal or dangerous'],
  ['trademark', 'It infringes a trademark'],
  ['privacy', 'It violates my privacy or shows me without permission'],
  ['terms', 'Spam, or something else'],
] as const;

const oaths = [
  [
    'good_faith',
    'I believe in good faith that this use is not permitted by the copyright owner, its agent or the law.',
  ],
  [
    'accurate',
    'This notice is accurate and, under penalty of perjury, I am the owner of the right or am authorized to act for the owner.',
  ],
] as const;

/** The label of each field, for its error. */
const labels: Readonly<Record<string, string>> = Object.fromEntries([
  ...[addressField, ...who, ...abuseFields, ...noticeFields, signatureField].map(({ name, label }) => [name, label]),
  ['address', 'Address'],
  ['statement', 'Description'],
  ['category', 'Reason'],
  ...oaths.map(([name]) => [name, 'Statement']),
]);

function errorOf(name: string, { errors }: FormState): Html | undefined {
  const error = errors[name];
  return error === undefined
    ? undefined
    : html`<span class="wrong" id="${name}-error">${labels[name] ?? name} ${error}.</span>`;
}

function describedBy(field: Field, form: FormState): Html | undefined {
  const ids = [field.hint && `${field.name}-hint`, form.errors[field.name] && `${field.name}-error`].filter(Boolean);
  if (ids.length === 0) return undefined;
  return html` aria-describedby="${ids.join(' ')}"${form.errors[field.name] !== undefined && html` aria-invalid="true"`}`;
}

function input(field: Field, form: FormState): Html {
  const { name, label, hint, most, type = 'text', rows, complete } = field;
  const value = form.typed[name] ?? '';
  const attributes = html`id="${name}" name="${name}" maxlength="${most}"${complete !== undefined && html` autocomplete="${complete}"`}${describedBy(field, form)}`;
  const control =
    rows === undefined
      ? html`<input ${attributes} type="${type}" value="${value}">`
      : html`<textarea ${attributes} rows="${rows}">${value}</textarea>`;
  return html`<div class="field"><label for="${name}">${label}</label>${hint !== undefined && html`<span class="hint" id="${name}-hint">${hint}</span>`}${control}${errorOf(name, form)}</div>
`;
}

function categoryChoice(form: FormState): Html {
  return html`<div class="field"><label for="category">Reason</label><select id="category" name="category">${categories.map(
    ([value, label]) =>
      html`<option value="${value}"${form.typed['category'] === value && html` selected`}>${label}</option>`,
  )}</select>${errorOf('category', form)}</div>
`;
}

function oath([name, text]: (typeof oaths)[number], form: FormState): Html {
  return html`<div class="field"><label class="oath"><input type="checkbox" name="${name}" value="yes"${form.typed[name] === 'yes' && html` checked`}><span>${text}</span></label>${errorOf(name, form)}</div>
`;
}

function fieldsOf(kind: ReportKind, form: FormState): Html {
  if (kind === 'abuse')
    return html`${categoryChoice(form)}${abuseFields.map((field) => input(field, form))}${who.map((field) => input(field, form))}`;
  return html`${noticeFields.slice(2).map((field) => input(field, form))}${who.map((field) => input(field, form))}${noticeFields
    .slice(0, 2)
    .map((field) => input(field, form))}${oaths.map((each) => oath(each, form))}${input(signatureField, form)}`;
}

const texts = {
  abuse: {
    title: 'Report a page, link or picture',
    lead: 'Tell us what is wrong with it. We look at each report and email you our decision within 5 business days.',
    button: 'Send report',
  },
  copyright: {
    title: 'Send a copyright notice',
    lead: 'A notice under the DMCA (17 U.S.C. § 512). If it is complete, we take the material down. The person who published it gets your name, your notice and the chance to object.',
    button: 'Send notice',
  },
} as const;

export function reportPage(
  variant: Variant,
  kind: ReportKind,
  form: FormState,
  status: 200 | 413 | 422 | 429 | 503,
  problem?: string,
): string {
  const { title, lead, button } = texts[kind];
  const address = form.typed['address'] ?? '';
  const other = kind === 'abuse' ? 'copyright' : 'abuse';
  const way = `/report?${kind === 'abuse' ? 'kind=copyright&' : ''}address=${encodeURIComponent(address.slice(0, addressField.most))}`;
  const count = Object.keys(form.errors).length;
  const summary =
    problem ?? (count === 0 ? undefined : count === 1 ? 'Correct 1 field below.' : `Correct ${count} fields below.`);
  return shopPage({
    title,
    variant,
    status,
    head: html`<link rel="stylesheet" href="${formSheet}">`,
    body: html`<section class="notice report"><h1 class="long">${title}</h1><p class="lead">${lead}</p>
<p><a href="${way}">${texts[other].title}</a></p>
${summary !== undefined && html`<p class="wrong" role="alert">${summary}</p>`}
<form method="post" action="/report"><input type="hidden" name="kind" value="${kind}">
<p class="pot" aria-hidden="true"><label>Leave this empty <input name="${honeypot}" tabindex="-1" autocomplete="off"></label></p>
${input(addressField, form)}${fieldsOf(kind, form)}<button class="button" type="submit">${button}</button></form></section>`,
  });
}

export function receivedPage(variant: Variant, reference: string): string {
  return shopPage({
    title: 'We received your report',
    variant,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<section class="notice"><p class="eyebrow">Report ${reference}</p><h1>Thank you</h1>
<p class="lead">We received your report. Its reference is ${reference}. We emailed it to you, and will email you our decision within 5 business days.</p>
<a class="button" href="/">Go to the home page</a></section>`,
  });
}
