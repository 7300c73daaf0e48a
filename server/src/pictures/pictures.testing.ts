import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** An allowed file that takes about as long to decode as any: 40 megapixels, interlaced. */
export function largePicture(): Promise<Buffer> {
  return sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#c86' } })
    .png({ progressive: true })
    .toBuffer();
}

/** The current picture processes of a process. */
export async function pictureProcessesOf(parent: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const [state, parentId] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(parentId) !== parent || state === 'Z') continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('pictures.child.ts')) found.push(Number(name));
  }
  return found;
}
