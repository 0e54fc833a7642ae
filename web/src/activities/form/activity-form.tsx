import { ApiError } from '@bitacora/core/client';
import { type ReactNode, useRef, useState } from 'react';
import { useSession } from '../../app.ts';
import { activityForm } from '../../messages/activity-form.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/states.tsx';
import { type Attempt, sentenceOf, useAttempt } from '../../ui/use-attempt.ts';
import type { Topic } from '../activity.ts';
import { type ActivityDraft, ActivityFields, type ActivityRegistration, emptyDraft, validateDraft } from './activity-fields.tsx';
import { EvidenceBox } from './evidence-box.tsx';

interface FormParts {
  draft: ActivityDraft;
  change: (part: Partial<ActivityDraft>) => void;
  attempt: Attempt;
}

interface ActivityFormProps {
  topics: readonly Topic[];
  submitLabel: string;
  register: (registration: ActivityRegistration) => Promise<void>;
  /** The assignee field. When it is given, an assignee is required. */
  assignee?: (parts: FormParts) => ReactNode;
}

/** The form of both screens: fields at the left, evidence at the right. It resets after a registration. */
export function ActivityForm({ topics, submitLabel, register, assignee }: ActivityFormProps) {
  const { today } = useSession();
  const attempt = useAttempt();
  const [draft, setDraft] = useState(emptyDraft);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<ActivityDraft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = async () => {
    const isDone = await attempt.run(async () => register(validateDraft(draft, today, assignee !== undefined)));
    if (isDone) setDraft(emptyDraft);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <form
      ref={form}
      className="activity-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="form-card">
        <ActivityFields draft={draft} change={change} attempt={attempt} topics={topics} assignee={assignee?.({ draft, change, attempt })} />
      </div>
      <div className="form-card form-evidence">
        <EvidenceBox images={draft.images} onChange={(images) => change({ images })} error={imagesErrorIn(attempt.error)} />
      </div>
      <div className="form-end">
        <FormFailure error={attempt.error} />
        <div className="form-actions">
          <Button tone="accent" type="submit" isBusy={attempt.isBusy}>
            {attempt.isBusy ? activityForm.submitting : submitLabel}
          </Button>
        </div>
      </div>
    </form>
  );
}

const imagesErrorIn = (error: unknown): string | undefined =>
  error instanceof ApiError ? Object.entries(error.fields).find(([field]) => field.startsWith('images'))?.[1] : undefined;

/** An error that belongs to no field, such as a duplicate. */
function FormFailure({ error }: { error: unknown }) {
  if (!error || (error instanceof ApiError && error.status === 400 && Object.keys(error.fields).length > 0)) return null;
  return <Alert title={sentenceOf(error, activityForm.failed)} />;
}
