// Renders the drawings to pictures: `node server/world/art/draw.ts [name …]`. Needs a Chromium (CHROMIUM, or the one of
// Playwright). The pictures are committed; this runs when a drawing changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { glow } from './glow.ts';
import { maison } from './maison.ts';
import { avatars, logos, side } from './marks.ts';
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
  for (const [name, svg] of Object.entries(logos)) all.set(`logo-${name}`, { svg, width: side, height: side });
  for (const [name, svg] of Object.entries(avatars)) all.set(`avatar-${name}`, { svg, width: side, height: side });
  return all;
}

/** Runs in the browser: the best quality that stays within the limit. */
async function encode({ svg, width, height, largest }: Drawing & { largest: number }): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  let data = '';
  for (const quality of [0.92, 0.88, 0.84, 0.8, 0.75, 0.7, 0.6]) {
    data = canvas.toDataURL('image/webp', quality).split(',')[1] ?? '';
    if (data.length * 0.75 <= largest) return data;
  }
  return data;
}

const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const executablePath = process.env['CHROMIUM'];
const browser = await chromium.launch({ args: ['--no-sandbox'], ...(executablePath ? { executablePath } : {}) });
try {
  const page = await browser.newPage();
  for (const [name, drawing] of drawings()) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
    const bytes = Buffer.from(await page.evaluate(encode, { ...drawing, largest }), 'base64');
    writeFileSync(new URL(`${name}.webp`, folder), bytes);
    console.log(`${name} ${bytes.length} bytes`);
  }
} finally {
  await browser.close();
}
