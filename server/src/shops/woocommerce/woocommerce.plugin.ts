import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import type { Context } from '../../context.ts';
import { accessBrand } from '../../merchants/merchants.access.ts';
import type { Actor } from '../../platform/actor.ts';
import type { SentFile } from '../../platform/http/serve.ts';
import { readSnippetTag } from '../../snippet/snippet.service.ts';
import { webhookPath } from '../shop.ts';

const name = 'vitrine-for-woocommerce';
const folder = fileURLToPath(new URL(`../../../../integrations/woocommerce/${name}/`, import.meta.url));

/** A text of PHP in single quotes, where only these two characters have a meaning. */
export function phpText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}

/** What the plugin knows of the brand. The secret is made in WordPress. */
function configFor(settings: Record<string, string>): string {
  const entries = Object.entries(settings).map(([key, value]) => `\t${phpText(key)} => ${phpText(value)},\n`);
  return `<?php\ndefined( 'ABSPATH' ) || exit;\n\nreturn array(\n${entries.join('')});\n`;
}

/** The plugin as WordPress installs it: a ZIP with one folder. */
export async function pluginFor(ctx: Context, actor: Actor, merchant: string): Promise<SentFile> {
  const { slug } = await accessBrand(ctx, actor, merchant);
  const snippet = await readSnippetTag(ctx, actor, merchant);
  const address = `${ctx.config.publicUrl}${webhookPath('woocommerce', slug)}`;
  const zip = new ZipFile();
  for (const file of (await readdir(folder)).toSorted())
    zip.addBuffer(await readFile(`${folder}${file}`), `${name}/${file}`);
  const config = configFor({ address, snippet });
  zip.addBuffer(Buffer.from(config), `${name}/config.php`);
  zip.end();
  return { name: `${name}.zip`, bytes: Readable.from(zip.outputStream) };
}
