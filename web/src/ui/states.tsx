import { frame, MANUAL_PATH } from '@bitacora/core/messages/layout';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import { Message, type MessageProps } from 'primereact/message';
import { Skeleton as Bar } from 'primereact/skeleton';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { manualLink } from '../messages/layout-texts.ts';
import './states.css';

/** An error message that screen readers announce at once. */
export function Alert({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Message
      severity="error"
      content={
        <>
          <CircleAlert size={18} aria-hidden="true" />
          <div>
            <p className="alert-title">{title}</p>
            {children && <p>{children}</p>}
          </div>
        </>
      }
    />
  );
}

interface LiveMessageProps extends Pick<MessageProps, 'id' | 'className' | 'tabIndex'> {
  ref?: Ref<Message>;
  /** Interrupts what a screen reader says. */
  isUrgent?: boolean;
  children: ReactNode;
}
const polite = { root: { role: 'status' } };

/** A message without a look of its own, which screen readers announce. */
export const LiveMessage = ({ isUrgent = false, children, ref = null, ...rest }: LiveMessageProps) => (
  // biome-ignore lint/complexity/noUselessFragments: PrimeReact draws an icon in place of no content.
  <Message {...rest} ref={ref} severity="secondary" pt={isUrgent ? {} : polite} content={<>{children}</>} />
);

/** Long enough for a screen reader to take it up. */
const ANNOUNCED_MS = 2_000;

/** Announces a text when it changes. It is empty otherwise, because screen readers read standing live regions again beside each notice. */
export function Announcement({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('');
  const before = useRef(text);
  useEffect(() => {
    if (before.current === text) return;
    before.current = text;
    setSpoken(text);
    const timer = setTimeout(() => setSpoken(''), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return <LiveMessage className="only-read">{spoken}</LiveMessage>;
}

/** To the section of the manual with that heading. */
export const HelpLink = ({ section }: { section: string }) => (
  <a className="help-link" href={`${MANUAL_PATH}#${section}`}>
    {manualLink}
  </a>
);

interface EmptyStateProps {
  icon: LucideIcon;
  text: string;
  /** The section of the manual that explains what comes here. */
  help?: string;
  children?: ReactNode;
}

/** An empty state: one sentence, the next step, and where it is explained. */
export function Empty({ icon: Icon, text, help, children }: EmptyStateProps) {
  return (
    <div className="state">
      <span className="state-mark" aria-hidden="true">
        <Icon size={22} />
      </span>
      <p>{text}</p>
      {children}
      {help && <HelpLink section={help} />}
    </div>
  );
}

/** Grey bars in place of text, after 150 ms so that a quick answer does not flicker. */
export function Skeleton({ lines = 3, height = 16 }: { lines?: number; height?: number }) {
  return (
    <div className="skeleton">
      <LiveMessage className="only-read">{frame.loading}</LiveMessage>
      {Array.from({ length: lines }, (_, line) => (
        // The bars are alike and never move.
        <Bar key={line} height={`${height}px`} />
      ))}
    </div>
  );
}

/** The placeholder of a table of five rows, as high as the table. */
export const TableSkeleton = () => (
  <div className="table-skeleton">
    <LiveMessage className="only-read">{frame.loading}</LiveMessage>
    <div className="table-skeleton-tools" aria-hidden="true">
      <Bar />
      <Bar />
    </div>
    <div className="table-skeleton-frame" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="table-skeleton-row">
          <Bar />
          <Bar />
          <Bar />
        </div>
      ))}
    </div>
  </div>
);

/** The placeholder of other screens. */
export const ListSkeleton = () => <Skeleton lines={7} height={36} />;
