import { type ComponentProps, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { pendingWrites } from '../app/pending-writes.ts';
import { requestTexts } from '../messages/request-texts.ts';
import { Button } from './button.tsx';
import { later } from './later.tsx';
import { LiveMessage } from './states.tsx';
import './upload-progress.css';

/** It loads with the first file that is sent. */
const ProgressBar = later(async () => (await import('primereact/progressbar')).ProgressBar);

/** How much of the current upload was sent, and the button that stops it. */
export function UploadProgress() {
  const percent = useSyncExternalStore(pendingWrites.subscribe, pendingWrites.percent);
  if (percent === null) return null;
  return (
    <div className="upload-progress">
      <LiveMessage>{requestTexts.sending(percent)}</LiveMessage>
      <ProgressBar value={percent} showValue={false} aria-label={requestTexts.sending(percent)} />
      <Button onClick={pendingWrites.stopUploads}>{requestTexts.stop}</Button>
    </div>
  );
}

/** Blocks its part while it is sent, because a later change would be lost. The focus returns to where it was. */
export function SentPart({ isSending, ...rest }: ComponentProps<'div'> & { isSending: boolean }) {
  const element = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isSending)
      focused.current = activeElement instanceof HTMLElement && element.current?.contains(activeElement) ? activeElement : null;
    else if (activeElement === document.body) focused.current?.focus();
  }, [isSending]);
  return <div ref={element} inert={isSending} {...rest} />;
}
