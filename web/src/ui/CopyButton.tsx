import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Button, type ButtonMeasure } from './Button.tsx';

type CopyButtonProps = {
  text: string;
  label: string;
  copiedLabel: string;
  failedLabel: string;
  onCopied?: () => void;
} & ButtonMeasure;

/** Copies a text; its label shows for a moment whether that worked. */
export function CopyButton({ text, label, copiedLabel, failedLabel, onCopied, ...measure }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const reset = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    const copied = await writeToClipboard(text);
    setOutcome(copied ? 'copied' : 'failed');
    if (copied) onCopied?.();
    clearTimeout(reset.current);
    reset.current = setTimeout(() => setOutcome(undefined), 2500);
  };
  const labels = { copied: copiedLabel, failed: failedLabel };
  return (
    <Button {...measure} onClick={() => void copy()}>
      {outcome === 'copied' ? (
        <IconCheck size={18} stroke={1.8} aria-hidden="true" />
      ) : (
        <IconCopy size={18} stroke={1.6} aria-hidden="true" />
      )}
      <span aria-live="polite">{outcome ? labels[outcome] : label}</span>
    </Button>
  );
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Pages without TLS have no clipboard API, but can still copy from a selected field. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const holder = document.activeElement?.closest('dialog') ?? document.body;
  const focused = document.activeElement;
  holder.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
