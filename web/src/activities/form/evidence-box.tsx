import { MAX_IMAGES } from '@bitacora/core/domain/activity/activity';
import { Camera, ChevronLeft, ChevronRight, ImagePlus, Trash2 } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { evidence } from '../../messages/activity-form.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DropButton, DropZone } from '../../ui/file-drop.tsx';
import { Alert, LiveMessage } from '../../ui/states.tsx';
import { SentPart } from '../../ui/upload-progress.tsx';
import type { ChosenImages } from './use-chosen-images.ts';
import './evidence-box.css';

/** Without HEIC, because an iPhone then gives a JPEG by itself. */
const TYPES = ['image/png', 'image/jpeg'];

interface EvidenceBoxProps {
  chosen: ChosenImages;
  /** Nothing is added or removed while it is sent. */
  isSending: boolean;
  /** The error from the server or the form. */
  error?: string | undefined;
}

/** Takes images by click, drop or paste. Selected images can be previewed and removed. */
export function EvidenceBox({ chosen, isSending, error }: EvidenceBoxProps) {
  const { images, add, complaint } = chosen;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const id = useId();
  usePaste((files) => {
    if (!isSending) add(files);
  });
  return (
    <section className="evidence-box" aria-labelledby={`${id}-title`}>
      <h2 className="evidence-title" id={`${id}-title`}>
        {evidence.boxTitle}
        <span className="muted tabular">{evidence.counter(images.length, MAX_IMAGES)}</span>
      </h2>
      <SentPart isSending={isSending}>
        <DropZone onFiles={add}>
          {images.length > 0 && <Preview images={images} onRemove={chosen.remove} />}
          <DropButton onClick={() => input.current?.click()} aria-describedby={`${id}-rule`}>
            <ImagePlus size={22} strokeWidth={1.75} aria-hidden="true" />
            <span className="mouse-only">{evidence.boxHint}</span>
            <span className="touch-only">{evidence.boxTouchHint}</span>
            <small id={`${id}-rule`}>{evidence.boxRule}</small>
          </DropButton>
          <ChosenFiles ref={input} label={evidence.choose} onChosen={add} multiple />
          <div className="evidence-camera">
            <Button icon={Camera} onClick={() => camera.current?.click()}>
              {evidence.takePhoto}
            </Button>
            <ChosenFiles ref={camera} label={evidence.takePhoto} onChosen={add} capture="environment" />
          </div>
        </DropZone>
      </SentPart>
      <LiveMessage className="evidence-preparing">{chosen.isPreparing && evidence.preparing}</LiveMessage>
      {complaint && <Alert title={complaint.title}>{complaint.detail}</Alert>}
      {error && !complaint && <Alert title={error} />}
    </section>
  );
}

interface ChosenFilesProps extends Pick<ComponentProps<'input'>, 'ref' | 'multiple' | 'capture'> {
  label: string;
  onChosen: (files: readonly File[]) => void;
}

/** The browser's file chooser, or a phone's camera with `capture`. Our own button opens it. */
export const ChosenFiles = ({ label, onChosen, ...rest }: ChosenFilesProps) => (
  <input
    {...rest}
    type="file"
    accept={TYPES.join(',')}
    hidden
    aria-label={label}
    onChange={(event) => {
      onChosen([...(event.target.files ?? [])]);
      event.target.value = '';
    }}
  />
);

/** Takes an image pasted anywhere on the screen. Pasted text goes to its field. */
function usePaste(add: (images: readonly File[]) => void) {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const onPaste = (event: globalThis.ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextFor(event)) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

/** Spreadsheets put a picture beside the text of a cell; a field needs the text. */
const isTextFor = ({ target, clipboardData }: globalThis.ClipboardEvent) =>
  target instanceof Element && target.matches('input, textarea') && clipboardData?.types.includes('text/plain') === true;

function Preview({ images, onRemove }: { images: readonly File[]; onRemove: (image: File) => void }) {
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, images.length - 1);
  const image = images[at] as File;
  const url = useObjectUrl(image);
  const turn = (by: number) => setWanted(Math.max(0, Math.min(images.length - 1, at + by)));
  return (
    <figure className="image-preview">
      {url && <img src={url} alt={evidence.preview(image.name)} />}
      <figcaption className="image-preview-bar">
        <IconButton icon={ChevronLeft} size={18} label={evidence.previous} aria-disabled={at === 0} onClick={() => turn(-1)} />
        <span className="tabular" aria-live="polite">
          {evidence.counter(at + 1, images.length)}
        </span>
        <IconButton icon={ChevronRight} size={18} label={evidence.next} aria-disabled={at === images.length - 1} onClick={() => turn(1)} />
        <span className="image-preview-name" title={image.name}>
          {image.name}
        </span>
        <IconButton icon={Trash2} label={evidence.remove} onClick={() => onRemove(image)} />
      </figcaption>
    </figure>
  );
}

export function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}
