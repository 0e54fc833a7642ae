import { ApiError } from '@bitacora/core/client';
import { CopyPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApp, useSession } from '../../app/app.ts';
import { type DraftKey, forgetDraft, keepFields, keepFiles, keptFields, keptFiles } from '../../app/drafts.ts';
import type { Notice } from '../../app/notice-store.ts';
import { pendingWrites } from '../../app/pending-writes.ts';
import { activityForm, evidence } from '../../messages/activity-form-texts.ts';
import { draftTexts } from '../../messages/layout-texts.ts';
import { requestTexts } from '../../messages/request-texts.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirstWrong } from '../../ui/dialog.tsx';
import { Alert } from '../../ui/states.tsx';
import { SentPart, UploadProgress } from '../../ui/upload-progress.tsx';
import { type Attempt, sentenceOf, useAttempt } from '../../ui/use-attempt.ts';
import type { Topic } from '../activity.tsx';
import { type ActivityDraft, ActivityFields, type ActivityRegistration, emptyDraft, validateDraft } from './activity-fields.tsx';
import { EvidenceBox, useChosenImages } from './evidence-box.tsx';
import { LeaveGuard, OfferNote } from './left-draft.tsx';

interface FormContext {
  draft: ActivityDraft;
  change: (part: Partial<ActivityDraft>) => void;
  attempt: Attempt;
  /** The same is assigned again: only the person is missing, and has the focus. */
  isAssigneeNext: boolean;
}

/** What follows a registration. */
export interface FormResult {
  notice: Notice;
  /** The screen to go to; without one the form stays. */
  goTo?: string;
  /** What was registered last, with its links, beside 'Asignar otra igual'. */
  summary?: ReactNode;
}

interface ActivityFormProps {
  /** Names its draft on this device. */
  form: 'assign' | 'register';
  topics: readonly Topic[];
  submitLabel: string;
  register: (registration: ActivityRegistration) => Promise<FormResult>;
  /** The assignee field. When it is given, an assignee is required. */
  assignee?: (parts: FormContext) => ReactNode;
}

/** The form of both screens: fields at the left, evidence at the right. It is empty after a registration. */
export function ActivityForm({ form, topics, submitLabel, register, assignee }: ActivityFormProps) {
  const { today } = useSession();
  const { notices } = useApp();
  const navigate = useNavigate();
  const attempt = useAttempt();
  const { draft, latest, change, isRecovered, isDirty, areImagesLost, ...formDraft } = useFormDraft(form);
  const selection = useChosenImages(draft.images, (images) => change({ images }));
  const [isHeld, setHeld] = useState(false);
  const [sentAfter, setSentAfter] = useState(0);
  const [last, setLast] = useState<{ draft: ActivityDraft; summary: ReactNode } | null>(null);
  const [isAssigneeNext, setAssigneeNext] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const restart = (from: ActivityDraft) => {
    selection.abandon();
    formDraft.restart(from);
  };
  const submit = async () => {
    if (isHeld || attempt.isBusy) return;
    setHeld(true);
    const images = await selection.prepared();
    setHeld(false);
    if (!images) return;
    const draft = { ...latest(), images };
    setSentAfter(pendingWrites.latest());
    const isDone = await attempt.run(async () => {
      const { notice, goTo, summary } = await register(validateDraft(draft, today, assignee !== undefined));
      setLast(summary ? { draft, summary } : null);
      setAssigneeNext(false);
      restart(emptyDraft);
      notices.show(notice);
      if (goTo) await navigate(goTo);
    });
    if (!isDone) focusFirstWrong(element.current);
  };
  const assignAgain = (earlier: ActivityDraft) => {
    restart({ ...earlier, assigneeIds: [] });
    setLast(null);
    setAssigneeNext(true);
  };
  return (
    <>
      <LeaveGuard isDirty={isDirty} areImagesLost={areImagesLost} onDiscard={() => restart(emptyDraft)} />
      {isRecovered && (
        <OfferNote title={draftTexts.recovered} text={draftTexts.recoveredDetail}>
          <Button onClick={() => restart(emptyDraft)}>{draftTexts.restart}</Button>
        </OfferNote>
      )}
      {last && (
        <OfferNote title={activityForm.registered} text={last.summary}>
          <Button icon={CopyPlus} onClick={() => assignAgain(last.draft)}>
            {activityForm.assignAgain}
          </Button>
        </OfferNote>
      )}
      <form
        ref={element}
        className="activity-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <SentPart isSending={attempt.isBusy} className="form-card form-fields">
          <ActivityFields
            draft={draft}
            change={change}
            attempt={attempt}
            topics={topics}
            assignee={assignee?.({ draft, change, attempt, isAssigneeNext })}
          />
        </SentPart>
        <div className="form-card form-evidence">
          <EvidenceBox selection={selection} isSending={attempt.isBusy} error={imagesErrorIn(attempt.error)} />
          <UploadProgress />
        </div>
        <div className="form-end">
          <FormFailure error={attempt.error} />
          <div className="form-actions">
            <Button tone="accent" type="submit" isBusy={isHeld || attempt.isBusy}>
              {isHeld ? evidence.preparing : attempt.isBusy ? activityForm.submitting : submitLabel}
            </Button>
            {attempt.isBusy && draft.images.length === 0 && (
              <Button onClick={() => pendingWrites.stopAfter(sentAfter)}>{requestTexts.stopWaiting}</Button>
            )}
          </div>
        </div>
      </form>
    </>
  );
}

const imagesErrorIn = (error: unknown): string | undefined =>
  error instanceof ApiError ? Object.entries(error.fields).find(([field]) => field.startsWith('images'))?.[1] : undefined;

/** An error that belongs to no field, such as a duplicate. */
function FormFailure({ error }: { error: unknown }) {
  if (!error || (error instanceof ApiError && error.status === 400 && Object.keys(error.fields).length > 0)) return null;
  return <Alert title={sentenceOf(error, activityForm.failed)} />;
}

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
function useFormDraft(form: 'assign' | 'register'): FormDraft {
  const { user } = useSession();
  const key: DraftKey = `${user.id}.${form}`;
  const [recovery] = useState(() => keptFields<Partial<ActivityDraft>>(key));
  const [draft, setDraft] = useState<ActivityDraft>({ ...emptyDraft, ...recovery });
  const [isRecovered, setRecovered] = useState(recovery !== null);
  const [areImagesLost, setImagesLost] = useState(false);
  const latest = useRef(draft);
  const baseline = useRef(emptyDraft);
  const storedImages = useRef<readonly File[]>([]);

  const set = (next: ActivityDraft) => {
    latest.current = next;
    setDraft(next);
  };
  useEffect(() => {
    if (!recovery) return;
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
