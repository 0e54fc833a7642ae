import { ApiError } from '@bitacora/core/client';
import { CopyPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useApp, useSession } from '../../app/app.ts';
import { type DraftKey, keepFiles, keptFiles } from '../../app/drafts.ts';
import type { Notice } from '../../app/notice-store.ts';
import { pendingWrites } from '../../app/pending-writes.ts';
import { activityForm, evidence } from '../../messages/activity-form-texts.ts';
import { draftTexts } from '../../messages/layout-texts.ts';
import { requestTexts } from '../../messages/request-texts.ts';
import { requestForm } from '../../messages/work-request-texts.ts';
import { Button } from '../../ui/button.tsx';
import { SentForm } from '../../ui/field.tsx';
import { type CallForm, useCallForm, useDraftKey } from '../../ui/form.tsx';
import { Alert } from '../../ui/states.tsx';
import { SentPart, UploadProgress } from '../../ui/upload-progress.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import type { Topic } from '../activity.tsx';
import { type ActivityDraft, type ActivityRegistration, emptyDraft, validateDraft } from './activity-draft.ts';
import { ActivityFields } from './activity-fields.tsx';
import { EvidenceBox, useChosenImages } from './evidence-box.tsx';
import { LeaveGuard, OfferNote } from './left-draft.tsx';

interface FormContext {
  form: CallForm<ActivityDraft>;
  topicId: number | null;
  /** The same activity is assigned again, so that only the person is missing and has the focus. */
  isAssigneeNext: boolean;
}

/** What follows a registration. */
export interface FormResult {
  notice: Notice;
  /** The screen to go to. Without one the form stays, and says the notice above it beside 'Asignar otra igual'. */
  goTo?: string;
}

interface ActivityFormProps {
  /** Names its draft on this device. */
  form: 'assign' | 'register' | 'request' | `answer.${number}`;
  /** What it begins with; empty unless given. */
  start?: ActivityDraft;
  /** Shows the images that the activity has already. */
  attached?: ReactNode;
  topics: readonly Topic[];
  submitLabel: string;
  register: (registration: ActivityRegistration) => Promise<FormResult>;
  /** The assignee field. When it is given, an assignee is required. */
  assignee?: (parts: FormContext) => ReactNode;
}

/** The form of both screens: fields at the left, evidence at the right. It is empty after a registration. */
export function ActivityForm({ form: name, start = emptyDraft, topics, attached, submitLabel, register, assignee }: ActivityFormProps) {
  const isRequest = name === 'request';
  const texts = isRequest ? requestForm : activityForm;
  const { today } = useSession();
  const { notices } = useApp();
  const navigate = useNavigate();
  const draftKey = useDraftKey(name);
  const form = useCallForm(start, { draft: draftKey, pickKept: ({ images: _, dueProblem: __, ...fields }) => fields });
  const [topicId, images] = form.watch(['topicId', 'images']);
  const areImagesLost = useKeptImages(form, draftKey);
  const selection = useChosenImages(images, (files) => form.setValue('images', files));
  const [isHeld, setHeld] = useState(false);
  const [sentAfter, setSentAfter] = useState(0);
  const [last, setLast] = useState<{ draft: ActivityDraft; notice: Notice } | null>(null);
  const [isAssigneeNext, setAssigneeNext] = useState(false);
  const restart = (from: ActivityDraft) => {
    selection.abandon();
    form.restart(from);
  };
  const submit = async () => {
    if (isHeld || form.isBusy) return;
    setHeld(true);
    const images = await selection.prepared();
    setHeld(false);
    if (!images) return;
    setSentAfter(pendingWrites.latest());
    await form.send(async (values) => {
      const draft = { ...values, images };
      const { notice, goTo } = await register(validateDraft(draft, today, assignee !== undefined)).catch(renameFields);
      setLast(goTo ? null : { draft, notice });
      setAssigneeNext(false);
      restart(emptyDraft);
      if (!goTo) return;
      notices.show(notice);
      await navigate(goTo);
    });
  };
  const assignAgain = (earlier: ActivityDraft) => {
    restart({ ...earlier, assigneeIds: [] });
    setLast(null);
    setAssigneeNext(true);
  };
  return (
    <>
      <LeaveGuard isDirty={form.hasChanges} areImagesLost={areImagesLost} onDiscard={() => restart(start)} />
      {form.isRecovered && (
        <OfferNote title={draftTexts.recovered} text={draftTexts.recoveredDetail}>
          <Button onClick={() => restart(start)}>{draftTexts.restart}</Button>
        </OfferNote>
      )}
      {last && (
        // Takes the focus, because the form's end, where the button is, may be far below.
        <div key={last.notice.title} tabIndex={-1} ref={(note) => note?.focus()}>
          <OfferNote title={last.notice.title} text={<RegisteredNote {...last.notice} />}>
            <Button icon={CopyPlus} onClick={() => assignAgain(last.draft)}>
              {activityForm.assignAgain}
            </Button>
          </OfferNote>
        </div>
      )}
      <SentForm ref={form.element} className="activity-form" onSubmit={submit}>
        <SentPart isSending={form.isBusy} className="form-card form-fields">
          <ActivityFields form={form} topics={topics} isRequest={isRequest} assignee={assignee?.({ form, topicId, isAssigneeNext })} />
        </SentPart>
        <div className="form-card form-evidence">
          {attached}
          <EvidenceBox selection={selection} isSending={form.isBusy} error={imagesError(form.error)} />
          <UploadProgress />
        </div>
        <div className="form-end">
          <FormFailure error={form.error} failed={texts.failed} />
          <div className="form-actions">
            <Button tone="accent" type="submit" isBusy={isHeld || form.isBusy}>
              {isHeld ? evidence.preparing : form.isBusy ? texts.submitting : submitLabel}
            </Button>
            {form.isBusy && images.length === 0 && (
              <Button onClick={() => pendingWrites.stopAfter(sentAfter)}>{requestTexts.stopWaiting}</Button>
            )}
          </div>
        </div>
      </SentForm>
    </>
  );
}

const RegisteredNote = ({ detail, action }: Notice) => (
  <>
    {detail} {action && <Link to={action.to}>{action.label}</Link>}
  </>
);

/** Fields that calls name otherwise than the form. */
const formNames: Readonly<Record<string, string>> = { assigneeId: 'assigneeIds', text: 'description', wantedOn: 'dueOn' };

function renameFields(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const fields = Object.entries(error.fields).map(([name, sentence]) => [formNames[name] ?? name, sentence]);
  throw new ApiError(error.status, error.message, error.code, Object.fromEntries(fields));
}

const imagesError = (error: unknown): string | undefined =>
  error instanceof ApiError ? Object.entries(error.fields).find(([field]) => field.startsWith('images'))?.[1] : undefined;

/** An error that belongs to no field, such as a duplicate. */
function FormFailure({ error, failed }: { error: unknown; failed: string }) {
  if (!error || (error instanceof ApiError && error.status === 400 && Object.keys(error.fields).length > 0)) return null;
  return <Alert title={errorSentence(error, failed)} />;
}

/** Keeps the images beside the draft, which holds text alone. Returns whether this browser cannot. */
function useKeptImages(form: CallForm<ActivityDraft>, key: DraftKey): boolean {
  const [areLost, setLost] = useState(false);
  const images = form.watch('images');
  // Unchanged images need no draft, and `forgetDraft` removes them with it.
  const names = form.hasChanges() ? images.map(({ name, size }) => `${size} ${name}`).join() : '';
  const storedNames = useRef('');
  useEffect(() => {
    if (!form.isRecovered) return;
    void keptFiles(key).then((files) => {
      if (files.length > 0 && form.getValues('images').length === 0) form.setValue('images', files);
    });
  }, []);
  useEffect(() => {
    if (storedNames.current === names) return;
    storedNames.current = names;
    void keepFiles(key, names ? images : []).then((isKept) => setLost(!isKept));
  }, [names]);
  return areLost;
}
