import { hasPackages, install, isProduction, ready } from './node.mjs';
import { endWithNpm } from './parent.mjs';
import { buildWeb, isWebBuilt } from './web.mjs';

if (isProduction() && !isWebBuilt()) await buildOnce();
await ready();
const code = isProduction() ? 0 : await buildWeb();
if (code !== 0) process.exit(code);
await import('./serve.mjs');

/** Builds with the development packages and removes them again, so that later starts need none of them. */
async function buildOnce() {
  endWithNpm();
  const hadAll = hasPackages('all');
  if (!hadAll)
    console.log('The web app is not built from these sources yet. Installing the packages that build it, this once …');
  const node = await install('all');
  const failed = await buildWeb(node);
  if (failed !== 0) process.exit(failed);
  if (!hadAll) await install('production', { removeOthers: true });
}
