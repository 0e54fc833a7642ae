import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.tsx';

interface CopyButtonProps {
  text: string;
  label: string;
  /** Announced after copying. */
  copied: string;
  failed: string;
}

/** Copies a text and announces the result, because browsers refuse outside https and localhost. */
export function CopyButton({ text, label, copied, failed }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const Icon = outcome === 'copied' ? Check : Copy;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <>
      <IconButton icon={Icon} size={14} label={label} hasTip onClick={() => void copy()} />
      <span className={outcome === 'failed' ? 'muted' : 'only-read'} role="status">
        {outcome && { copied, failed }[outcome]}
      </span>
    </>
  );
}
