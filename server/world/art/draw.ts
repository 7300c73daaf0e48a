// Renders the drawings to pictures: `node server/world/art/draw.ts [name …]`. Needs a Chromium (CHROMIUM, or
// Playwright's). The pictures are committed; run this when a drawing changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { glow } from './glow.ts';
import { maison } from './maison.ts';
import { avatars, logos, markSize } from './marks.ts';
import { northwind } from './northwind.ts';
import { height, width } from './scenes.ts';

type Drawing = { svg: string; width: number; height: number };

const folder = new URL('./pictures/', import.meta.url);
const largest = 25_000;

function drawings(): Map<string, Drawing> {
  const all = new Map<string, Drawing>();
  for (const [brand, pictures] of Object.entries({
    'glow-lab': glow,
    'northwind-outfitters': northwind,
    'maison-clair': maison,
  })) {
    for (const [name, svg] of Object.entries(pictures)) all.set(`${brand}-${name}`, { svg, width, height });
  }
  for (const [name, svg] of Object.entries(logos)) all.set(`logo-${name}`, { svg, width: markSize, height: markSize });
  for (const [name, svg] of Object.entries(avatars))
    all.set(`avatar-${name}`, { svg, width: markSize, height: markSize });
  return all;
}

/** Runs in the browser, so it is text here: the best quality within the size limit. */
const encode = `async ({ svg, width, height, largest }) => {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d').drawImage(image, 0, 0, width, height);
  const tries = [0.92, 0.88, 0.84, 0.8, 0.75, 0.7, 0.6].map((quality) => () => canvas.toDataURL('image/webp', quality).split(',')[1]);
  return tries.reduce((data, attempt) => (data && data.length * 0.75 <= largest ? data : attempt()), '');
}`;

const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const executablePath = process.env['CHROMIUM'];
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) });
try {
  const page = await browser.newPage();
  for (const [name, drawing] of drawings()) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    const data: string = await page.evaluate(`(${encode})(${JSON.stringify({ ...drawing, largest })})`);
    const bytes = Buffer.from(data, 'base64');
    writeFileSync(new URL(`${name}.webp`, folder), bytes);
    console.log(`${name} ${bytes.length} bytes`);
  }
} finally {
  await browser.close();
}
