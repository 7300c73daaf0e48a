import { inflateSync } from 'node:zlib';

/** The text of a PDF as copied by a reader: one line for each piece of text. */
export function textOf(pdf: Buffer): string {
  const whole = pdf.toString('latin1');
  const streams = [...whole.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map((found) => {
    try {
      return inflateSync(Buffer.from(found[1] ?? '', 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map((found) =>
      [...(found[1] ?? '').matchAll(/<([0-9a-f]*)>/g)]
        .map((hex) => new TextDecoder('windows-1252').decode(Buffer.from(hex[1] ?? '', 'hex')))
        .join(''),
    )
    .join('\n');
}
