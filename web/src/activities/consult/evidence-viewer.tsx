import { adminPolicy } from '@bitacora/core/domain/people/person';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { Check, Copy, Fingerprint as Fingermark, ImageMinus, ImageOff, Maximize2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../../app.ts';
import { evidence } from '../../messages/activity-form.ts';
import { consultPage } from '../../messages/consult.ts';
import { Captured } from '../../offline/capture.tsx';
import { IconButton, PlainButton } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { LiveMessage } from '../../ui/states.tsx';
import type { EvidenceImage } from '../activity.ts';
import { CarouselButtons, useCarousel, useSwipe } from './carousel.tsx';
import { LargeImage } from './large-image.tsx';
import './evidence-viewer.css';

const WithdrawImage = lazy(async () => ({ default: (await import('./withdraw-image.tsx')).WithdrawImage }));

/** One large image and a strip of all. A disabled arrow button keeps the focus, so that the arrow keys still work. */
export function EvidenceViewer({ images }: { images: readonly EvidenceImage[] }) {
  const { zone, user } = useSession();
  const { at, setAt, turn, onKeyDown } = useCarousel(images.length);
  const [isLarge, setLarge] = useState(false);
  const [withdrawing, setWithdrawing] = useState<EvidenceImage | null>(null);
  const swipe = useSwipe(turn);
  const image = images[at];
  if (!image) return <NoEvidence />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a shortcut for the buttons inside.
    <div className="viewer" onKeyDown={onKeyDown}>
      <div className="viewer-stage" {...swipe}>
        <PlainButton className="viewer-enlarge" aria-label={consultPage.enlarge} onClick={() => setLarge(true)}>
          <img src={image.url} alt={image.name} width={image.width} height={image.height} />
        </PlainButton>
        <CarouselButtons at={at} count={images.length} onTurn={turn} />
      </div>
      <div className="viewer-caption">
        <span className="viewer-count tabular" aria-live="polite">
          {evidence.counter(at + 1, images.length)}
        </span>
        <span className="viewer-name">
          {image.name}
          <span className="muted"> · {evidence.by(image.uploadedBy, writtenInstant(image.uploadedAt, zone))}</span>
          <Captured of="image" at={image.capturedAt} sentAt={image.uploadedAt} />
        </span>
        <a className="icon-button" href={image.url} target="_blank" rel="noreferrer" aria-label={evidence.open}>
          <Maximize2 size={16} aria-hidden="true" />
        </a>
        {adminPolicy.withdrawImages(user) && (
          <IconButton icon={ImageMinus} label={evidence.withdraw} hasTip onClick={() => setWithdrawing(image)} />
        )}
      </div>
      <Fold key={image.id} className="viewer-details" label={consultPage.imageDetails}>
        <Fingerprint of={image} />
      </Fold>
      {images.length > 1 && (
        <ul className="viewer-strip">
          {images.map((image, index) => (
            <li key={image.id}>
              <PlainButton aria-label={evidence.show(index + 1)} aria-current={index === at || undefined} onClick={() => setAt(index)}>
                <img src={image.thumbnailUrl} alt="" loading="lazy" />
              </PlainButton>
            </li>
          ))}
        </ul>
      )}
      {isLarge && <LargeImage image={image} at={at} count={images.length} onTurn={turn} onClose={() => setLarge(false)} />}
      {withdrawing && (
        <Suspense>
          <WithdrawImage image={withdrawing} onClose={() => setWithdrawing(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** The file's hash: its first and last characters, and a button that copies all of it. */
const Fingerprint = ({ of: { sha256 } }: { of: EvidenceImage }) => (
  <div className="viewer-fingerprint" title={evidence.fingerprint}>
    <Fingermark size={14} aria-hidden="true" />
    <span className="only-read">{evidence.fingerprint}: </span>
    <span aria-hidden="true">SHA-256</span>
    <code>{shortened(sha256)}</code>
    <CopyButton text={sha256} label={evidence.copyFingerprint} copied={evidence.copied} failed={evidence.copyFailed(sha256)} />
  </div>
);
const shortened = (sha256: string) => `${sha256.slice(0, 8)}…${sha256.slice(-8)}`;

const NoEvidence = () => (
  <div className="viewer-none">
    <ImageOff size={28} strokeWidth={1.5} aria-hidden="true" />
    <p>{evidence.none}</p>
    <p className="muted">{evidence.noneHint}</p>
  </div>
);

interface CopyButtonProps {
  text: string;
  label: string;
  /** Announced after copying. */
  copied: string;
  failed: string;
}

/** Copies a text and announces the result, because browsers refuse outside https and localhost. */
function CopyButton({ text, label, copied, failed }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const Icon = outcome === 'copied' ? Check : Copy;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <>
      <IconButton icon={Icon} size={14} label={label} hasTip onClick={() => void copy()} />
      <LiveMessage className={outcome === 'failed' ? 'muted' : 'only-read'}>{outcome && { copied, failed }[outcome]}</LiveMessage>
    </>
  );
}
