import { frame } from '@bitacora/core/messages/layout';
import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useApp } from '../app.ts';
import { palette } from '../messages/palette.ts';
import type { SessionUser } from '../session-memory.ts';
import { modals } from '../ui/modals.ts';
import { keepTyping } from './capture-typing.ts';
import { isHelpKeyOn } from './help-key.ts';
import { useRememberedConsult } from './use-recent-consult.ts';

type Shown = 'search' | 'shortcuts';
interface PartProps {
  /** What was written before the field was there. */
  typed: string;
  onClose: () => void;
  onShowShortcuts: () => void;
}

/** Chunks of their own: nobody waits for them who never asks. */
const parts: Record<Shown, () => Promise<ComponentType<PartProps>>> = {
  search: async () => (await import('./palette-dialog.tsx')).PaletteDialog,
  shortcuts: async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
};

/** Opens from anywhere: the palette, and the list of shortcuts. */
export function usePalette(user: SessionUser | null) {
  const { notices } = useApp();
  const [shown, setShown] = useState<{ Part: ComponentType<PartProps>; typed: string } | null>(null);
  const isComing = useRef(false);
  const show = (which: Shown) => {
    if (isComing.current) return;
    isComing.current = true;
    const written = which === 'search' ? keepTyping(palette.title) : () => '';
    parts[which]()
      .then(
        // At once: between the field that goes and the dialog that comes nothing typed may fall.
        (Part) => flushSync(() => setShown({ Part, typed: written() })),
        () => {
          written();
          notices.show({ title: frame.noConnection, tone: 'plain' });
        },
      )
      .finally(() => {
        isComing.current = false;
      });
  };
  useRememberedConsult(user?.id);
  useKeys(show);
  const part = shown && <shown.Part typed={shown.typed} onClose={() => setShown(null)} onShowShortcuts={() => show('shortcuts')} />;
  return { part, openSearch: () => show('search') };
}

const isWritable = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

function shortcutOf(event: KeyboardEvent): Shown | null {
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') return 'search';
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isWritable(event.target);
  return event.key === '?' && isPlain && isHelpKeyOn() ? 'shortcuts' : null;
}

function useKeys(show: (which: Shown) => void) {
  // Listens before the screen is painted: a key pressed the moment it is seen is heard.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const which = shortcutOf(event);
      if (!which) return;
      event.preventDefault();
      // One dialog asks at a time.
      if (!modals.isAny()) show(which);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
