import { frame } from '@bitacora/core/messages/layout';
import { Check, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';
import { modals } from './modals.ts';
import './notices.css';

/** A confirmation that disappears. Important messages do not belong here. */
export interface Notice {
  title: string;
  detail?: string | undefined;
  tone?: 'done' | 'plain';
}
export interface VisibleNotice extends Notice {
  key: number;
}

export interface Notices {
  show(notice: Notice): void;
  dismiss(key: number): void;
  current(): readonly VisibleNotice[];
  subscribe(changed: () => void): () => void;
}

const MOST_AT_ONCE = 3;

export function createNotices(): Notices {
  let visible: readonly VisibleNotice[] = [];
  let nextKey = 1;
  const listeners = new Set<() => void>();
  const set = (next: readonly VisibleNotice[]) => {
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

const NOTICE_MS = 6000;

/** Shows notices, which disappear by themselves. They wait while a modal is open, because it silences the page. */
export function NoticeStack({ notices }: { notices: Notices }) {
  const current = useSyncExternalStore(notices.subscribe, notices.current);
  const isCovered = useSyncExternalStore(modals.subscribe, modals.isAny);
  const latest = current.at(-1)?.key ?? 0;
  const [released, setReleased] = useState(0);
  useEffect(() => {
    if (!isCovered) setReleased(latest);
  }, [isCovered, latest]);
  const visible = current.filter(({ key }) => key <= released);
  return (
    <section className="notice-stack" aria-label={frame.notices} aria-live="polite">
      {visible.map((notice) => (
        <NoticeCard key={notice.key} notice={notice} onDismiss={() => notices.dismiss(notice.key)} />
      ))}
    </section>
  );
}

function NoticeCard({ notice, onDismiss }: { notice: VisibleNotice; onDismiss: () => void }) {
  // One timer for each notice, independent of renders.
  useEffect(() => {
    const timer = setTimeout(onDismiss, NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice.key]);
  return (
    <div className="notice" data-tone={notice.tone ?? 'done'}>
      <span className="notice-mark" aria-hidden="true">
        <Check size={14} strokeWidth={3} />
      </span>
      <div className="notice-text">
        <p className="notice-title">{notice.title}</p>
        {notice.detail && <p className="muted">{notice.detail}</p>}
      </div>
      <IconButton icon={X} label={frame.dismiss} onClick={onDismiss} />
    </div>
  );
}
