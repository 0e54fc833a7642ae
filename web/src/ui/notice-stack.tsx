import { Check, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { modals } from './modals.ts';
import './notice-stack.css';
import type { Notices, VisibleNotice } from './notices.ts';

const NOTICE_MS = 6000;

interface NoticeLabels {
  region: string;
  dismiss: string;
}

/** Shows notices, which disappear by themselves. They wait while a modal is open, because it silences the page. */
export function NoticeStack({ notices, labels }: { notices: Notices; labels: NoticeLabels }) {
  const current = useSyncExternalStore(notices.subscribe, notices.current);
  const isCovered = useSyncExternalStore(modals.subscribe, modals.isAny);
  const latest = current.at(-1)?.key ?? 0;
  const [released, setReleased] = useState(0);
  useEffect(() => {
    if (!isCovered) setReleased(latest);
  }, [isCovered, latest]);
  const visible = current.filter(({ key }) => key <= released);
  return (
    <section className="notice-stack" aria-label={labels.region} aria-live="polite">
      {visible.map((notice) => (
        <NoticeCard key={notice.key} notice={notice} dismissLabel={labels.dismiss} onDismiss={() => notices.dismiss(notice.key)} />
      ))}
    </section>
  );
}

function NoticeCard({ notice, dismissLabel, onDismiss }: { notice: VisibleNotice; dismissLabel: string; onDismiss: () => void }) {
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
      <button type="button" className="icon-button" aria-label={dismissLabel} onClick={onDismiss}>
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
