import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app.ts';
import { type DraftKey, forgetDraft, keepFields, keepFiles, keptFields, keptFiles } from '../../drafts.ts';
import { type ActivityDraft, emptyDraft } from './activity-fields.tsx';

export interface FormDraft {
  draft: ActivityDraft;
  /** The values of now, for what began with earlier ones. */
  latest: () => ActivityDraft;
  change: (part: Partial<ActivityDraft>) => void;
  /** Starts again from these values, which need no question when the form is left. */
  restart: (from: ActivityDraft) => void;
  /** What was left here before is in the form again. */
  isRecovered: boolean;
  /** Something was typed or chosen and not sent. */
  isDirty: () => boolean;
  /** This browser cannot keep the chosen images. */
  areImagesLost: boolean;
}

const textOf = ({ images, dueProblem: _, ...fields }: ActivityDraft) =>
  JSON.stringify([fields, images.map(({ name, size }) => [name, size])]);
const isSame = (one: ActivityDraft, other: ActivityDraft) => textOf(one) === textOf(other);

/** The values of a form, kept on this device until they are sent or discarded. */
export function useFormDraft(form: 'assign' | 'register'): FormDraft {
  const { user } = useSession();
  const key: DraftKey = `${user.id}.${form}`;
  const [kept] = useState(() => keptFields<Partial<ActivityDraft>>(key));
  const [draft, setDraft] = useState<ActivityDraft>({ ...emptyDraft, ...kept });
  const [isRecovered, setRecovered] = useState(kept !== null);
  const [areImagesLost, setImagesLost] = useState(false);
  const latest = useRef(draft);
  const baseline = useRef(emptyDraft);
  const storedImages = useRef<readonly File[]>([]);

  const set = (next: ActivityDraft) => {
    latest.current = next;
    setDraft(next);
  };
  useEffect(() => {
    if (!kept) return;
    void keptFiles(key).then((images) => {
      if (images.length === 0 || latest.current.images.length > 0) return;
      storedImages.current = images;
      set({ ...latest.current, images });
    });
  }, []);
  const change = (part: Partial<ActivityDraft>) => {
    const next = { ...latest.current, ...part };
    set(next);
    if (isSame(next, baseline.current)) return forget();
    const { images, dueProblem: _, ...fields } = next;
    keepFields(key, fields);
    if (storedImages.current === images) return;
    storedImages.current = images;
    void keepFiles(key, images).then((isKept) => setImagesLost(!isKept));
  };
  const forget = () => {
    storedImages.current = [];
    forgetDraft(key);
  };
  const restart = (from: ActivityDraft) => {
    baseline.current = from;
    forget();
    setRecovered(false);
    setImagesLost(false);
    set(from);
  };
  return {
    draft,
    latest: () => latest.current,
    change,
    restart,
    isRecovered,
    isDirty: () => !isSame(latest.current, baseline.current),
    areImagesLost,
  };
}
