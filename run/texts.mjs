import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command, root, run } from './node.mjs';

// Checks the portal's texts: the catalogs contain every text of the code, with a translation in every language.

const web = join(root, 'web');

const lingui = (args, options = {}) =>
  run(process.execPath, [command('@lingui/cli', 'lingui'), ...args], { cwd: web, ...options });

/** Errors of the catalogs, one line each. */
export async function judgeTexts() {
  const files = readdirSync(join(web, 'src/locales'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.po'))
    .map((name) => join('src/locales', name));
  const kept = mkdtempSync(join(web, '.texts-'));
  try {
    for (const file of files) cpSync(join(web, file), join(kept, file), { recursive: true });
    const code = await lingui(['extract', '--clean'], { stdio: 'ignore' });
    if (code !== 0) return ['could not extract the texts'];
    const stale = files.filter((file) => meaning(join(web, file)) !== meaning(join(kept, file)));
    for (const file of files) cpSync(join(kept, file), join(web, file));
    const isTranslated = (await lingui(['check', 'missing', '--mode', 'catalog', '--verbose'])) === 0;
    return [
      ...stale.map((file) => `${file} is out of date: run npm run gen`),
      ...(isTranslated ? [] : ['the texts named above have no translation']),
    ];
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}

/** The content of a catalog without source references and creation date. */
function meaning(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#:') && !line.startsWith('"POT-Creation-Date'))
    .join('\n');
}

/** Adds new texts of the code to every catalog and removes unused ones. */
export async function extractTexts() {
  await lingui(['extract', '--clean']);
}
