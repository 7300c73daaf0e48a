// Progress of a long command: one line that is rewritten on a terminal, and now and then a plain line elsewhere.

export type Progress = {
  /** A step of unknown length. */
  step(text: string): void;
  /** `share` is between 0 and 1. */
  report(state: { doing: string; rows: number; bytes: number; share: number }): void;
  end(): void;
};

type Output = { write(text: string): unknown; isTTY?: boolean };

const every = { terminalMs: 200, elsewhereMs: 10_000 };

export function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** An estimate is shown only when enough is done to be worth something. */
function timeLeft(elapsedMs: number, share: number): string {
  if (elapsedMs < 1_000 || share < 0.02) return '';
  const seconds = Math.ceil((elapsedMs / share - elapsedMs) / 1_000);
  return seconds < 90 ? `, about ${seconds} s left` : `, about ${Math.ceil(seconds / 60)} min left`;
}

export function showProgress(output: Output, now: () => number = () => performance.now()): Progress {
  const startedAt = now();
  let shownAt = startedAt;
  let isOpen = false;
  const end = (): void => {
    if (isOpen) output.write('\n');
    isOpen = false;
  };
  return {
    step(text) {
      end();
      output.write(`${text}\n`);
    },
    report({ doing, rows, bytes, share }) {
      const at = now();
      if (at - shownAt < (output.isTTY ? every.terminalMs : every.elsewhereMs)) return;
      shownAt = at;
      const figures = `${rows.toLocaleString('en-US')} rows, ${sizeText(bytes)}`;
      const text = `${doing}: ${figures}${timeLeft(at - startedAt, share)}`;
      output.write(output.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
      isOpen = output.isTTY === true;
    },
    end,
  };
}
