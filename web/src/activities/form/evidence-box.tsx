import './evidence-box.css';
import { activityEndpoints } from '@bitacora/core/contract/activities/activity-endpoints';
import { MAX_IMAGES } from '@bitacora/core/domain/activities/activity';
import { validation } from '@bitacora/core/messages/validation';
import { Camera, ChevronLeft, ChevronRight, ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { evidence } from '../../messages/activity-form-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DropButton, DropZone } from '../../ui/file-drop.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { Alert, Announcement, LiveMessage } from '../../ui/states.tsx';
import { SentPart } from '../../ui/upload-progress.tsx';
import { useObjectUrl } from '../../ui/use-object-url.ts';
import { usePaste } from '../../ui/use-paste.ts';

const EVIDENCE_MAX_BYTES = activityEndpoints.addEvidence.uploads.maxBytes;

export type ImageComplaint = { title: string; detail?: string } | null;

const complaints: Record<'wrongType' | 'tooLarge', ImageComplaint> = {
  wrongType: { title: validation.imagesWrongType },
  tooLarge: { title: evidence.tooLarge },
};

/** Prepares as many of `added` as there is room for. Returns them and the error about the rest (docs/product.md, 10). */
async function prepare(room: number, added: readonly File[]): Promise<{ images: readonly File[]; complaint: ImageComplaint }> {
  const images: File[] = [];
  let complaint: ImageComplaint = null;
  for (const file of added) {
    if (images.length === room) return { images, complaint: { title: evidence.limitTitle, detail: validation.imagesTooMany } };
    // One at a time, because a phone has little memory for photos.
    const prepared = await prepareImage(file, EVIDENCE_MAX_BYTES);
    if ('file' in prepared) images.push(prepared.file);
    else complaint = complaints[prepared.problem];
  }
  return { images, complaint };
}

export type ChosenImages = ReturnType<typeof useChosenImages>;

/** The images of a form. Each file is scaled before it is one of them, in the order of choice. */
export function useChosenImages(images: readonly File[], onChange: (images: readonly File[]) => void) {
  const [complaint, setComplaint] = useState<ImageComplaint>(null);
  const [isPreparing, setPreparing] = useState(false);
  const latest = useRef({ images, onChange });
  latest.current = { images, onChange };
  const queue = useRef<Promise<void>>(Promise.resolve());
  /** Changes when the form is left or emptied, because later results belong to nothing. */
  const form = useRef({});

  const set = (next: readonly File[]) => {
    latest.current.images = next;
    latest.current.onChange(next);
  };
  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    const currentForm = form.current;
    setPreparing(true);
    const step = queue.current.then(async () => {
      if (currentForm !== form.current) return;
      const prepared = await prepare(MAX_IMAGES - latest.current.images.length, files);
      if (currentForm !== form.current) return;
      setComplaint(prepared.complaint);
      if (prepared.images.length > 0) set([...latest.current.images, ...prepared.images].slice(0, MAX_IMAGES));
      if (queue.current === step) setPreparing(false);
    });
    queue.current = step;
  };
  /** The images once all are prepared; null when the form was left or emptied before. */
  const prepared = async () => {
    const currentForm = form.current;
    for (let last: unknown; last !== queue.current; ) {
      last = queue.current;
      await queue.current;
    }
    return currentForm === form.current ? latest.current.images : null;
  };
  /** Drops what is still being prepared. */
  const abandon = () => {
    form.current = {};
    queue.current = Promise.resolve();
    setPreparing(false);
    setComplaint(null);
  };
  useEffect(() => {
    form.current = {};
    return () => {
      form.current = {};
    };
  }, []);
  return {
    images,
    isPreparing,
    complaint,
    add,
    remove: (image: File) => set(latest.current.images.filter((other) => other !== image)),
    /** Puts images that were prepared earlier in the place of all. */
    replace: set,
    prepared,
    abandon,
  };
}

/** The longer side of a scaled image, in pixels. */
const MAX_SIDE = 2048;
/** A long screenshot keeps this width up to `MAX_PIXELS`, because its text would be unreadable otherwise. */
const READABLE_WIDTH = 720;
const MAX_PIXELS = 2048 * 2048;
/** A file as small as this is sent as it is, up to the pixels that the server takes. */
const SMALL_BYTES = 1024 * 1024;
const SERVER_MAX_PIXELS = 40_000_000;
const JPEG_QUALITY = 0.85;

export type PreparedImage = { file: File } | { problem: 'wrongType' | 'tooLarge' };

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** The image as it is uploaded: upright PNG or JPEG of few bytes. A file that this browser cannot decode or draw is sent as it is: the server decodes HEIC too. */
export async function prepareImage(file: File, maxBytes: number): Promise<PreparedImage> {
  const isPhotoOfIphone = isHeic(file);
  if (!isPhotoOfIphone && !['image/png', 'image/jpeg'].includes(file.type)) return { problem: 'wrongType' };
  const smaller = await redraw(file, isPhotoOfIphone, maxBytes).catch(() => null);
  const prepared = smaller ?? file;
  return prepared.size > maxBytes ? { problem: 'tooLarge' } : { file: prepared };
}

function computeScale({ width, height }: ImageBitmap): number {
  const readable = Math.min(READABLE_WIDTH / Math.min(width, height), Math.sqrt(MAX_PIXELS / (width * height)));
  return Math.min(1, Math.max(MAX_SIDE / Math.max(width, height), readable));
}

/** Returns null when the file stays as it is. */
async function redraw(file: File, isHeicFile: boolean, maxBytes: number): Promise<File | null> {
  if (typeof createImageBitmap === 'undefined') return null;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const pixels = bitmap.width * bitmap.height;
    const scale = computeScale(bitmap);
    const isAcceptedAsIs = !isHeicFile && pixels <= SERVER_MAX_PIXELS && file.size <= maxBytes;
    if (isAcceptedAsIs && (scale === 1 || file.size <= SMALL_BYTES)) return null;
    const smaller = await draw(bitmap, scale, file);
    // Drawing a screenshot again can cost more bytes than it saves.
    return smaller && !(isAcceptedAsIs && smaller.size >= file.size) ? smaller : null;
  } finally {
    bitmap.close();
  }
}

async function draw(bitmap: ImageBitmap, scale: number, file: File): Promise<File | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY));
  if (!blob) return null;
  const name = type === 'image/jpeg' ? file.name.replace(/\.(?:jpe?g|hei[cf])$/i, '.jpg') : file.name;
  return new File([blob], name, { type, lastModified: file.lastModified });
}

/** HEIC is left out, because an iPhone then gives a JPEG by itself. */
export const IMAGE_TYPES = 'image/png,image/jpeg';

interface EvidenceBoxProps {
  selection: ChosenImages;
  /** Nothing is added or removed while it is sent. */
  isSending: boolean;
  /** The error from the server or the form. */
  error?: string | undefined;
}

/** Takes images by click, drop or paste. Selected images can be previewed and removed. */
export function EvidenceBox({ selection, isSending, error }: EvidenceBoxProps) {
  const { images, add, complaint } = selection;
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const id = useId();
  usePaste((files) => {
    if (!isSending) add(files);
    return true;
  });
  return (
    <section className="evidence-box" aria-labelledby={`${id}-title`}>
      <h2 className="evidence-title" id={`${id}-title`}>
        {evidence.boxTitle}
        <span className="muted tabular">{evidence.counter(images.length, MAX_IMAGES)}</span>
      </h2>
      <SentPart isSending={isSending}>
        <DropZone onFiles={add}>
          {images.length > 0 && <Preview images={images} onRemove={selection.remove} />}
          <DropButton onClick={() => input.current?.click()} aria-describedby={`${id}-rule`}>
            <ImagePlus size={22} strokeWidth={1.75} aria-hidden="true" />
            <span className="mouse-only">{evidence.boxHint}</span>
            <span className="touch-only">{evidence.boxTouchHint}</span>
            <small id={`${id}-rule`}>{evidence.boxRule}</small>
          </DropButton>
          <FileInput accept={IMAGE_TYPES} ref={input} label={evidence.choose} onChosen={add} multiple />
          <div className="evidence-camera">
            <Button icon={Camera} onClick={() => camera.current?.click()}>
              {evidence.takePhoto}
            </Button>
            <FileInput accept={IMAGE_TYPES} ref={camera} label={evidence.takePhoto} onChosen={add} capture="environment" />
          </div>
        </DropZone>
      </SentPart>
      <LiveMessage className="evidence-preparing">{selection.isPreparing && evidence.preparing}</LiveMessage>
      {complaint && <Alert title={complaint.title}>{complaint.detail}</Alert>}
      {error && !complaint && <Alert title={error} />}
    </section>
  );
}

function Preview({ images, onRemove }: { images: readonly File[]; onRemove: (image: File) => void }) {
  const [place, setPlace] = useState(0);
  const at = Math.min(place, images.length - 1);
  const image = images[at] as File;
  const url = useObjectUrl(image);
  const turn = (by: number) => setPlace(Math.max(0, Math.min(images.length - 1, at + by)));
  return (
    <figure className="image-preview">
      {url && <img src={url} alt={evidence.preview(image.name)} />}
      <figcaption className="image-preview-bar">
        <IconButton icon={ChevronLeft} size={18} label={evidence.previous} aria-disabled={at === 0} onClick={() => turn(-1)} />
        <span className="tabular">{evidence.counter(at + 1, images.length)}</span>
        <Announcement text={evidence.spokenCounter(at + 1, images.length)} />
        <IconButton icon={ChevronRight} size={18} label={evidence.next} aria-disabled={at === images.length - 1} onClick={() => turn(1)} />
        <span className="image-preview-name" title={image.name}>
          {image.name}
        </span>
        <IconButton icon={Trash2} label={evidence.remove} onClick={() => onRemove(image)} />
      </figcaption>
    </figure>
  );
}
