import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

// `npm run gen` builds these files from `snippet`. They are part of the repository, because shops name their hash.

const built = new URL('./built/', import.meta.url);

/** `version` is part of the address, `integrity` the value for a script's attribute. */
export type SnippetVersion = { version: string; integrity: string; code: string };
export type SnippetFiles = { current: SnippetVersion; byVersion: ReadonlyMap<string, SnippetVersion>; pixel: string };

function versionOf(code: string): SnippetVersion {
  const digest = (algorithm: string) => createHash(algorithm).update(code);
  return {
    version: digest('sha256').digest('hex').slice(0, 12),
    integrity: `sha384-${digest('sha384').digest('base64')}`,
    code,
  };
}

/** The current snippet, and every version of an earlier release: shops may still load it. */
export function readSnippetFiles(): SnippetFiles {
  const read = (name: string) => readFileSync(new URL(name, built), 'utf8');
  const earlier = new URL('earlier/', built);
  const names = existsSync(earlier) ? readdirSync(earlier).map((name) => `earlier/${name}`) : [];
  const current = versionOf(read('vt.js'));
  const versions = [current, ...names.map((name) => versionOf(read(name)))];
  return { current, byVersion: new Map(versions.map((each) => [each.version, each])), pixel: read('pixel.js') };
}
