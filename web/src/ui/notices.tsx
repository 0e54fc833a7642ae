import { frame } from '@bitacora/core/messages/layout';
import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { modals } from './modals.ts';
import type { ToastText, VisibleToast } from './toasts.tsx';
import './notices.css';

export type Notice = ToastText;

export interface Notices {
  show(notice: Notice): void;
  dismiss(key: number): void;
  current(): readonly VisibleToast[];
  subscribe(changed: () => void): () => void;
}

const MOST_AT_ONCE = 3;

export function createNotices(): Notices {
  let visible: readonly VisibleToast[] = [];
  let nextKey = 1;
  const listeners = new Set<() => void>();
  const set = (next: readonly VisibleToast[]) => {
    visible = next;
    for (const changed of listeners) changed();
  };
  return {
    show(notice) {
      set([...visible, { ...notice, key: nextKey++ }].slice(-MOST_AT_ONCE));
    },
    dismiss(key) {
      set(visible.filter((notice) => notice.key !== key));
    },
    current: () => visible,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

type ToastsComponent = ComponentType<{ notices: readonly VisibleToast[]; onTaken: (key: number) => void }>;

/** Loaded after the first paint, and before it is needed, because a notice may say that the server is away. */
function useToasts(): ToastsComponent | 'failed' | null {
  const [Toasts, setToasts] = useState<ToastsComponent | 'failed' | null>(null);
  useEffect(() => {
    let isMounted = true;
    import('./toasts.tsx').then(
      (loaded) => isMounted && setToasts(() => loaded.Toasts),
      () => isMounted && setToasts('failed'),
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return Toasts;
}

/** The live region of notices. They wait while a modal is open, because it silences the page. */
export function NoticeStack({ notices }: { notices: Notices }) {
  const current = useSyncExternalStore(notices.subscribe, notices.current);
  const isCovered = useSyncExternalStore(modals.subscribe, modals.isAny);
  const Toasts = useToasts();
  return (
    <section className="notice-stack" aria-label={frame.notices} aria-live="polite">
      {Toasts === 'failed'
        ? current.map(({ key, title, detail }) => <p key={key}>{[title, detail].filter(Boolean).join(' · ')}</p>)
        : Toasts && <Toasts notices={isCovered ? [] : current} onTaken={notices.dismiss} />}
    </section>
  );
}
