import { activityEndpoints } from '@bitacora/core/contract/activity-endpoints';
import { MAX_IMAGES } from '@bitacora/core/domain/activity/activity';
import { validation } from '@bitacora/core/messages/validation';
import { useEffect, useRef, useState } from 'react';
import { evidence } from '../../messages/activity-form.ts';
import { prepareImage } from '../../ui/shrink-image.ts';

const EVIDENCE_MAX_BYTES = activityEndpoints.addEvidence.uploads.maxBytes;

export type ImageComplaint = { title: string; detail?: string } | null;

const complaints: Record<'wrongType' | 'heic' | 'tooLarge', ImageComplaint> = {
  wrongType: { title: validation.imagesWrongType },
  heic: { title: evidence.heicTitle, detail: evidence.heicHelp },
  tooLarge: { title: evidence.tooLarge },
};

/** As many of `added` as there is room for, ready to upload, and the error about the rest (docs/product.md, 10). */
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

export interface ChosenImages {
  images: readonly File[];
  isPreparing: boolean;
  complaint: ImageComplaint;
  add: (files: readonly File[]) => void;
  remove: (image: File) => void;
  /** Puts images that were prepared earlier in the place of all. */
  replace: (images: readonly File[]) => void;
  /** The images once all are prepared; null when the form was left or emptied before. */
  prepared: () => Promise<readonly File[] | null>;
  /** Drops what is still being prepared. */
  abandon: () => void;
}

/** The images of a form. Each file is scaled before it is one of them, in the order of choice. */
export function useChosenImages(images: readonly File[], onChange: (images: readonly File[]) => void): ChosenImages {
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
    const mine = form.current;
    setPreparing(true);
    const step = queue.current.then(async () => {
      if (mine !== form.current) return;
      const prepared = await prepare(MAX_IMAGES - latest.current.images.length, files);
      if (mine !== form.current) return;
      setComplaint(prepared.complaint);
      if (prepared.images.length > 0) set([...latest.current.images, ...prepared.images].slice(0, MAX_IMAGES));
      if (queue.current === step) setPreparing(false);
    });
    queue.current = step;
  };
  const prepared = async () => {
    const mine = form.current;
    for (let last: unknown; last !== queue.current; ) {
      last = queue.current;
      await queue.current;
    }
    return mine === form.current ? latest.current.images : null;
  };
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
    remove: (image) => set(latest.current.images.filter((other) => other !== image)),
    replace: set,
    prepared,
    abandon,
  };
}
