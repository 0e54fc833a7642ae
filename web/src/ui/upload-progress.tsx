import { ProgressBar } from 'primereact/progressbar';
import { useSyncExternalStore } from 'react';
import { requestTexts } from '../messages/requests.ts';
import { writesUnderWay } from '../writes-under-way.ts';
import { Button } from './button.tsx';
import { LiveMessage } from './states.tsx';
import './upload-progress.css';

/** How much of the current upload was sent, and the button that stops it. */
export function UploadProgress() {
  const percent = useSyncExternalStore(writesUnderWay.subscribe, writesUnderWay.percent);
  if (percent === null) return null;
  return (
    <div className="upload-progress">
      <LiveMessage>{requestTexts.sending(percent)}</LiveMessage>
      <ProgressBar value={percent} showValue={false} aria-label={requestTexts.sending(percent)} />
      <Button onClick={writesUnderWay.stopUploads}>{requestTexts.stop}</Button>
    </div>
  );
}
