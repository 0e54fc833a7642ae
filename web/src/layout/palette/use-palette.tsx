import { frame } from '@bitacora/core/messages/layout';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useMatches } from 'react-router-dom';
import { useApp } from '../../app/app.ts';
import { listen } from '../../app/listeners.ts';
import type { CurrentUser } from '../../app/session-memory.ts';
import { palette } from '../../messages/layout-texts.ts';
import { modals } from '../../ui/notices.tsx';
import { readConsulted } from '../live/watched.ts';
import { rememberConsult } from './recent-consults.ts';
import { isShortcut } from './shortcuts.ts';

type PalettePart = 'search' | 'shortcuts';
interface PalettePartProps {
  /** The text typed before the field existed. */
  typed: string;
  onClose: () => void;
  onShowShortcuts: () => void;
}

/** Loaded on first use. */
const parts: Record<PalettePart, () => Promise<ComponentType<PalettePartProps>>> = {
  search: async () => (await import('./palette-dialog.tsx')).PaletteDialog,
  shortcuts: async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
};

/** Opens the palette and the list of shortcuts from every screen. */
export function usePalette(user: CurrentUser) {
  const { notices } = useApp();
  const [open, setOpen] = useState<{ Part: ComponentType<PalettePartProps>; typed: string } | null>(null);
  const isLoading = useRef(false);
  const show = (which: PalettePart) => {
    if (isLoading.current) return;
    isLoading.current = true;
    const endCapture = which === 'search' ? captureTyping(palette.title) : () => '';
    parts[which]()
      .then(
        // Synchronous, because a key typed between the two fields would be lost.
        (Part) => flushSync(() => setOpen({ Part, typed: endCapture() })),
        () => {
          endCapture();
          notices.show({ title: frame.noConnection, tone: 'refused' });
        },
      )
      .finally(() => {
        isLoading.current = false;
      });
  };
  useRecentConsult(user.id);
  useKeys(show);
  const part = open && <open.Part typed={open.typed} onClose={() => setOpen(null)} onShowShortcuts={() => show('shortcuts')} />;
  return { part, openSearch: () => show('search') };
}

function readShortcut(event: KeyboardEvent): PalettePart | null {
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') return 'search';
  return event.key === '?' && isShortcut(event) ? 'shortcuts' : null;
}

function useKeys(show: (which: PalettePart) => void) {
  // A layout effect, so that keys work from the first paint.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const which = readShortcut(event);
      if (!which) return;
      event.preventDefault();
      // Only one dialog is open at a time.
      if (!modals.isAny()) show(which);
    };
    return listen(document, { keydown: onKey });
  });
}

/**
 * Captures typing in a hidden field, because the dialog is still loading; dead keys and dictation work there.
 * Returns a function that restores the focus and returns the text.
 */
function captureTyping(label: string): () => string {
  const before = document.activeElement;
  const field = document.createElement('input');
  field.className = 'only-read';
  field.setAttribute('aria-label', label);
  // In sight, because the browser scrolls to where somebody types.
  Object.assign(field.style, { position: 'fixed', top: '0' });
  document.body.append(field);
  field.focus({ preventScroll: true });
  return () => {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return field.value;
  };
}

/** Adds each consulted activity to the recent list. */
function useRecentConsult(userId: number): void {
  const { pathname } = useLocation();
  const activity = readConsulted(useMatches())?.activity;
  useEffect(() => {
    activity?.then(
      ({ id, description }) => rememberConsult(userId, { folio: id, description, path: pathname }),
      () => {}, // the page shows the failure
    );
  }, [activity, userId, pathname]);
}
