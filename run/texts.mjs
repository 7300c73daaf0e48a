import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command, root, run } from './node.mjs';

// The portal's texts: every text of the code is in the catalogues, and every text of the catalogues is in every language.

const web = join(root, 'web');

/** Entries of a catalogue that say nothing in its language. */
function missingIn(file) {
  const entries = readFileSync(join(web, file), 'utf8').split(/\n\n/).slice(1);
  return entries.filter(
    (entry) => !entry.includes('\n#~ ') && !entry.startsWith('#~') && /^msgstr ""$(?!\n")/m.test(entry),
  );
}

/** What is wrong with the catalogues, a line for each. */
export async function judgeTexts() {
  const files = readdirSync(join(web, 'src/locales'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.po'))
    .map((name) => join('src/locales', name));
  const kept = mkdtempSync(join(web, '.texts-'));
  try {
    for (const file of files) cpSync(join(web, file), join(kept, file), { recursive: true });
    const code = await run(process.execPath, [command('@lingui/cli', 'lingui'), 'extract', '--clean'], {
      cwd: web,
      stdio: 'ignore',
    });
    if (code !== 0) return ['could not extract the texts'];
    const stale = files.filter((file) => meaning(join(web, file)) !== meaning(join(kept, file)));
    for (const file of files) cpSync(join(kept, file), join(web, file));
    const missing = files.flatMap((file) =>
      missingIn(file).map((entry) => `${file} has no translation for: ${/^msgid (.*)$/m.exec(entry)?.[1] ?? ''}`),
    );
    return [...stale.map((file) => `${file} is out of date: run npm run gen`), ...missing];
  } finally {
    rmSync(kept, { recursive: true, force: true });
  }
}

/** What a catalogue says, without the places its texts come from. */
function meaning(path) {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#:') && !line.startsWith('"POT-Creation-Date'))
    .join('\n');
}

/** Brings new texts of the code into every catalogue, and takes out those that are gone. */
export async function extractTexts() {
  await run(process.execPath, [command('@lingui/cli', 'lingui'), 'extract', '--clean'], { cwd: web });
}
