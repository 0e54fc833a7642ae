import { frame } from '@bitacora/core/messages/layout';
import { Check, Info, TriangleAlert, X } from 'lucide-react';
import { Toast, type ToastMessage } from 'primereact/toast';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { NoticeTone, VisibleNotice } from '../app/notice-store.ts';
import { Button } from './button.tsx';
import './prime-locale.ts';

const NOTICE_MS = 6_000;
/** Longer, because a person needs time to reach the link or the button. */
const LINKED_NOTICE_MS = 15_000;
const UNDO_MS = 10_000;

const severities = { done: 'success', plain: 'info', refused: 'warn' } as const satisfies Record<NoticeTone, string>;
const icons = { done: Check, plain: Info, refused: TriangleAlert } as const satisfies Record<NoticeTone, typeof Check>;

/** Draws notices as PrimeReact's toasts. `onTaken` is called once for each, after which the toast keeps the time. */
export function Toasts({ notices, onTaken }: { notices: readonly VisibleNotice[]; onTaken: (key: number) => void }) {
  const toast = useRef<Toast>(null);
  const lastKey = useRef(0);
  useEffect(() => {
    for (const notice of notices) {
      if (notice.key <= lastKey.current) continue;
      lastKey.current = notice.key;
      const message = toastMessage(notice, () => toast.current?.remove(message));
      toast.current?.show(message);
      onTaken(notice.key);
    }
  }, [notices, onTaken]);
  return <Toast ref={toast} appendTo="self" pt={parts} />;
}

/** PrimeReact takes the preset of its Message for the part of that name, and `root` is not an attribute of an element. */
const message = { role: undefined, 'aria-live': undefined, root: undefined };
const parts = {
  root: { style: { position: 'static' } },
  closeButton: { className: 'icon-button', 'aria-label': frame.dismiss },
  message,
} as const;

function toastMessage({ title, detail, action, undo, tone = 'done' }: VisibleNotice, close: () => void): ToastMessage {
  const Icon = icons[tone];
  const hasDetail = detail !== undefined || action !== undefined || undo !== undefined;
  return {
    severity: severities[tone],
    summary: title,
    detail: hasDetail ? (
      <>
        {detail && <p className="muted">{detail}</p>}
        {action && <Link to={action.to}>{action.label}</Link>}
        {undo && (
          <Button
            onClick={() => {
              close();
              void undo();
            }}
          >
            {frame.undo}
          </Button>
        )}
      </>
    ) : undefined,
    life: undo ? UNDO_MS : action ? LINKED_NOTICE_MS : NOTICE_MS,
    icon: (
      <span className="notice-mark" data-tone={tone} aria-hidden="true">
        <Icon size={14} strokeWidth={3} />
      </span>
    ),
    closeIcon: <X size={16} aria-hidden="true" />,
  };
}
