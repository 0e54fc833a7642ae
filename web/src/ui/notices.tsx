import './notices.css';
import { frame } from '@bitacora/core/messages/layout';
import { type ComponentType, type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { followPromise } from '../app/follow-promise.ts';
import { createListeners } from '../app/listeners.ts';
import type { Notices, VisibleNotice } from '../app/notice-store.ts';

type ToastsComponent = ComponentType<{ notices: readonly VisibleNotice[]; onTaken: (key: number) => void }>;

/** Loaded after the first paint, and before it is needed, because a notice may say that the server is away. */
function useToasts(): ToastsComponent | 'failed' | null {
  const [Toasts, setToasts] = useState<ToastsComponent | 'failed' | null>(null);
  useEffect(
    () =>
      followPromise(
        import('./toasts.tsx'),
        (loaded) => setToasts(() => loaded.Toasts),
        () => setToasts('failed'),
      ),
    [],
  );
  return Toasts;
}

/** The live region of notices. They wait while a modal is open, because it silences the page. */
export function NoticeStack({ notices }: { notices: Notices }) {
  const current = useSyncExternalStore(notices.subscribe, notices.current, notices.current);
  const isCovered = useSyncExternalStore(modals.subscribe, modals.isAny, modals.isAny);
  const Toasts = useToasts();
  return (
    <section className="notice-stack" aria-label={frame.notices} aria-live="polite">
      {Toasts === 'failed'
        ? current.map(({ key, title, detail }) => <p key={key}>{[title, detail].filter(Boolean).join(' · ')}</p>)
        : Toasts && <Toasts notices={isCovered ? [] : current} onTaken={notices.dismiss} />}
    </section>
  );
}

interface Modal {
  /** Null for a dialog that the browser makes modal, and for a tour. */
  dialog: HTMLElement | null;
}

const { notify, subscribe } = createListeners();
/** The open modals, the latest last. */
let open: readonly Modal[] = [];

function set(next: readonly Modal[]) {
  open = next;
  const top = next.findLast(({ dialog }) => dialog !== null)?.dialog ?? null;
  // This makes inert only what is on the page now, because a list or a tour that opens later belongs to the dialog.
  for (const part of document.body.children) if (part instanceof HTMLElement) part.inert = top !== null && !part.contains(top);
  notify();
}

/** The open modal dialogs. While one is open the page is inert. */
export const modals = {
  isAny: () => open.length > 0,
  isTop: (dialog: HTMLElement) => open.at(-1)?.dialog === dialog,
  /** Registers an open dialog; call the returned function when it closes. */
  enter(dialog: HTMLElement | null = null) {
    const modal: Modal = { dialog };
    set([...open, modal]);
    return () => set(open.filter((other) => other !== modal));
  },
  subscribe,
};

/** Opens a dialog as a browser modal while mounted, and restores the focus afterwards. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    const leave = modals.enter();
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-focus-first]')?.focus();
    return () => {
      element?.close();
      leave();
      focusAgain(before);
    };
  }, [dialog]);
}

/** Returns the focus to what had it, or to the screen where that is gone. */
export function focusAgain(before: Element | null) {
  if (!(before instanceof HTMLElement && before.isConnected && before !== document.body)) return focusScreen();
  before.focus();
  // The page that is read again after an act may not offer it any more, and its button leaves with the focus.
  const watcher = new MutationObserver(() => {
    if (document.activeElement === before) return;
    watcher.disconnect();
    if (!before.isConnected && document.activeElement === document.body) focusScreen();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
}

const focusScreen = () => document.querySelector('main')?.focus({ preventScroll: true });
