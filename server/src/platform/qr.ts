// QR codes. The library's own PNG blocks the main thread for about 100 ms, because it writes and compresses four bytes
// for each pixel. One bit per pixel is enough for black and white and takes about 2 ms.
import { crc32, deflateSync } from 'node:zlib';
import QRCode from 'qrcode';

/** About 30 pixels per module: enough for a poster at 300 dpi. */
const pngWidth = 1200;
const margin = 4;
/** Level M is readable even if about 15% is damaged. */
const errorCorrectionLevel = 'M';

export function drawSvg(address: string): Promise<string> {
  return QRCode.toString(address, { errorCorrectionLevel, margin, type: 'svg' });
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A square grayscale PNG with one bit per pixel; each line starts with its filter type, 0 for none. */
function encodePng(width: number, lines: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header[8] = 1;
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function drawPng(address: string): Buffer {
  const { modules } = QRCode.create(address, { errorCorrectionLevel });
  const modulesAcross = modules.size + 2 * margin;
  const isInside = (at: number) => at >= 0 && at < modules.size;
  const isDark = (row: number, column: number) => isInside(row) && isInside(column) && modules.get(row, column) === 1;
  const startOf = (module: number) => Math.ceil((module * pngWidth) / modulesAcross);
  const drawLine = (row: number): Buffer => {
    const line = Buffer.alloc(1 + pngWidth / 8, 0xff);
    line[0] = 0;
    for (let at = 0; at < pngWidth; at += 1) {
      if (!isDark(row, Math.floor((at * modulesAcross) / pngWidth) - margin)) continue;
      const byte = 1 + (at >> 3);
      line.writeUInt8(line.readUInt8(byte) & ~(0x80 >> (at & 7)), byte);
    }
    return line;
  };
  const lines = Array.from({ length: modulesAcross }, (_, at) =>
    Array<Buffer>(startOf(at + 1) - startOf(at)).fill(drawLine(at - margin)),
  );
  return encodePng(pngWidth, Buffer.concat(lines.flat()));
}
