import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { listen } from '../app/listeners.ts';
import { isPlainKey, isShortcut } from '../layout/palette/shortcuts.ts';
import { Button } from '../ui/button.tsx';

/** Calls what stands under the key that was pressed alone; letters only for those who have not turned them off. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isLetter = event.key.length === 1;
      const act = latest.current[isLetter ? event.key.toLowerCase() : event.key];
      if (!act || !(isLetter ? isShortcut(event) : isPlainKey(event))) return;
      // Other pages have shortcuts under the same letters.
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    return listen(window, { keydown: onKey }, true);
  }, []);
}

interface KeyButtonProps {
  keyName: string;
  label: string;
  icon?: LucideIcon;
  /** Undefined where it is not possible now. */
  onPress: (() => void) | undefined;
}

/** A button that shows its key. It keeps its place where it is not possible. */
export const KeyButton = ({ keyName, label, icon, onPress }: KeyButtonProps) => (
  <Button {...(icon && { icon })} aria-keyshortcuts={keyName} disabled={!onPress} onClick={onPress}>
    {label}{' '}
    <span className="key" aria-hidden="true">
      {keyName}
    </span>
  </Button>
);
