import { useState } from 'react';
import { useApp } from '../app/app.ts';
import { useAttempt } from './use-attempt.ts';

/** Hands bytes to the browser as a download of this name. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads a file; with `doneTitle` a notice names it once it is there. */
export function useDownload() {
  const { notices } = useApp();
  const attempt = useAttempt();
  const download = async (name: string, load: () => Promise<Blob>, doneTitle?: string) => {
    const isDone = await attempt.run(async () => saveFile(await load(), name));
    if (isDone && doneTitle) notices.show({ title: doneTitle, detail: name });
  };
  return { ...attempt, download };
}

/** Copies a text. Null until it was tried; false where the browser refuses, as outside https and localhost. */
export function useCopy(text: string): [isCopied: boolean | null, copy: () => Promise<void>] {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return [isCopied, copy];
}
