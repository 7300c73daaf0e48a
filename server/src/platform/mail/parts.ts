// The parts of an email besides plain sentences, as HTML and as plain text. Everything is escaped, and only the elements
// that are written here can appear.
import type { RichBlock, RichSpan } from '@vitrine/contract/values/rich-text.ts';
import { plainTextOf } from '@vitrine/contract/values/rich-text.plain.ts';
import { type Html, html } from '../http/html.ts';
import type { Colors } from '../variants/variant.styles.ts';

/** Text that a user wrote. */
export type Quoted = { quote: string };
/** A block of a rich text. */
type Block = { block: RichBlock };
type MailPicture = { picture: { url: string; width: number; height: number; alt: string } };
type MailProducts = { products: readonly { title: string; image: string | null; url: string }[] };
export type MailPart = string | Quoted | Block | MailPicture | MailProducts;

const serif = "Georgia, 'Times New Roman', serif";
/** The width of an email's column, in pixels. */
const columnWidth = 520;

function spanHtml({ text, bold, italic, href }: RichSpan, { accent }: Colors): Html {
  const styled = bold ? html`<strong>${text}</strong>` : html`${text}`;
  const whole = italic ? html`<em>${styled}</em>` : styled;
  return href === undefined ? whole : html`<a class="name" href="${href}" style="color:${accent}">${whole}</a>`;
}

function blockHtml(block: RichBlock, colors: Colors): Html {
  const inline = (spans: readonly RichSpan[]) => spans.map((span) => spanHtml(span, colors));
  switch (block.kind) {
    case 'paragraph':
      return html`<p style="margin:0 0 16px;font-size:16px;white-space:pre-line">${inline(block.spans)}</p>`;
    case 'heading':
      return html`<h2 style="margin:24px 0 12px;font-family:${serif};font-weight:normal;font-size:21px;line-height:1.3">${inline(block.spans)}</h2>`;
    default: {
      const items = block.items.map(
        (item) => html`<li style="margin:0 0 6px;font-size:16px;white-space:pre-line">${inline(item)}</li>`,
      );
      return block.kind === 'numbers'
        ? html`<ol style="margin:0 0 16px;padding-left:24px">${items}</ol>`
        : html`<ul style="margin:0 0 16px;padding-left:24px">${items}</ul>`;
    }
  }
}

function productsHtml({ products }: MailProducts, { hair, ink }: Colors): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:8px 0 20px">${products.map(
    ({ title, image, url }) =>
      html`<tr><td class="hair" style="width:64px;padding:10px 16px 10px 0;border-top:1px solid ${hair}">${image !== null && html`<img src="${image}" alt="" width="64" height="64" style="display:block;object-fit:cover">`}</td><td class="hair" style="padding:10px 0;border-top:1px solid ${hair};font-size:16px"><a class="paper" href="${url}" style="color:${ink}">${title}</a></td></tr>`,
  )}</table>`;
}

export function partHtml(part: MailPart, colors: Colors): Html {
  if (typeof part === 'string') return html`<p style="margin:0 0 16px;font-size:16px;white-space:pre-line">${part}</p>`;
  if ('quote' in part)
    return html`<p class="quote" style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:2px solid ${colors.accent};font-family:${serif};font-size:18px;line-height:1.45;white-space:pre-line">${part.quote}</p>`;
  if ('block' in part) return blockHtml(part.block, colors);
  if ('products' in part) return productsHtml(part, colors);
  const { url, width, height, alt } = part.picture;
  const shownWidth = Math.min(width, columnWidth);
  return html`<p style="margin:0 0 20px"><img src="${url}" alt="${alt}" width="${shownWidth}" height="${Math.round((height * shownWidth) / width)}" style="display:block;max-width:100%;height:auto"></p>`;
}

/** A quote in plain text, with “> ” before each line. */
function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** As plain text; undefined for what has none, like a picture. */
export function partText(part: MailPart): string | undefined {
  if (typeof part === 'string') return part;
  if ('quote' in part) return quoted(part.quote);
  if ('block' in part) return plainTextOf([part.block]);
  if ('products' in part) return part.products.map(({ title, url }) => `${title}:\n${url}`).join('\n');
  return undefined;
}

/** What an inbox shows of it after the subject. */
export function partSummary(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('quote' in part) return part.quote;
  return 'block' in part ? plainTextOf([part.block]) : '';
}
