import { ApiError } from '@bitacora/core/client';
import { filesField } from '@bitacora/core/contract/activities/queueable';
import { type MissingProof, missingProof } from '@bitacora/core/domain/activities/activity';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { type CalendarDate, laterDay } from '@bitacora/core/domain/calendar';
import { isBlank } from '@bitacora/core/domain/text';
import {
  type ActQuestion,
  actQuestions,
  evidenceTexts,
  extensionRequestTexts,
  extensionTexts,
  notUpdated,
} from '@bitacora/core/messages/activities/acts';
import { missingSentence } from '@bitacora/core/messages/activities/consult';
import { writtenDay } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { validation } from '@bitacora/core/messages/validation';
import { type ComponentType, useEffect, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { type DraftKey, forgetDraft } from '../../app/drafts.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { evidence } from '../../messages/activity-form-texts.ts';
import { actNotice, seriesQuestion } from '../../messages/consult-texts.ts';
import { useQueue } from '../../offline/use-queue.ts';
import { DialogSubject } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { DayEntry, useDayHint } from '../../ui/day-entry.tsx';
import { focusFirst } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Alert } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { errorSentence } from '../../ui/use-attempt.ts';
import type { ActivityView } from '../activity.tsx';
import { EvidenceBox } from '../form/evidence-box.tsx';
import { actCalls, type QuestionAct, seriesChoices } from './act-calls.ts';
import { CommentDialog, useKeptImages } from './comment-dialog.tsx';
import { AmendDialog, ReassignDialog } from './correction-dialogs.tsx';
import { type ActDialogProps, ActFormDialog, useAct, useActText } from './use-act.tsx';
import { WorkSubject } from './work-subject.tsx';

/** Reads why completing would be refused, when its dialog opens. Null when nothing is missing, or when the read fails. */
function useMissingProof(act: Act, { id, checklistTotal, minimumImages }: ActivityView): MissingProof | null {
  const { client } = useClients();
  const [missing, setMissing] = useState<MissingProof | null>(null);
  const queue = useQueue(useSession().user.id);
  /** They arrive before the completion, unless the server refused them. */
  const queuedImages = queue
    .filter(({ activityId, refusal, path }) => activityId === id && refusal === null && filesField(path) === 'images')
    .reduce((count, { images }) => count + images.length, 0);
  const isDemanding = act === 'complete' && (checklistTotal > 0 || minimumImages > 0);
  useEffect(() => {
    if (!isDemanding) return;
    const which = { activityId: id };
    return followPromise(Promise.all([client.readActivity(which), client.listEvidence(which)]), ([activity, images]) =>
      setMissing(missingProof(activity, images.length + queuedImages)),
    );
  }, [client, id, isDemanding, queuedImages]);
  return missing;
}

const dialogs: Partial<Record<Act, ComponentType<ActDialogProps>>> = {
  comment: CommentDialog,
  addEvidence: EvidenceDialog,
  extend: (props) => <ExtensionDialog act="extend" {...props} />,
  requestExtension: (props) => <ExtensionDialog act="requestExtension" {...props} />,
  amend: AmendDialog,
  reassign: ReassignDialog,
};

const isQuestion = (act: Act): act is QuestionAct => act in actQuestions;

/** The dialog of each act, which names the activity. */
export function ActDialog({ act, ...rest }: ActDialogProps & { act: Act }) {
  const FormDialog = dialogs[act];
  return (
    <DialogSubject value={<WorkSubject works={[rest.activity]} />}>
      {FormDialog ? <FormDialog {...rest} /> : isQuestion(act) && <QuestionDialog act={act} {...rest} />}
    </DialogSubject>
  );
}

/** An act that asks one question, some with a text. A mandatory text that is blank is flagged on confirm. */
function QuestionDialog({ act, ...props }: ActDialogProps & { act: QuestionAct }) {
  const { activity } = props;
  const question: ActQuestion = actQuestions[act];
  const { client } = useClients();
  const attempt = useAct(props);
  const [text, setText] = useActText(act, activity.id);
  const [isTouched, setTouched] = useState(false);
  const [series, setSeries] = useState<string>(seriesChoices[0]);
  const asksSeries = act === 'cancel' && activity.repeats !== null;
  const missing = useMissingProof(act, activity);
  const isMissing = question.field?.blank !== undefined && isBlank(text);
  const confirm = async () => {
    setTouched(true);
    if (isMissing || missing) return;
    const notice = question.notice.detail ? question.notice : actNotice(act, activity.id, question.notice.title);
    await attempt.perform({ call: () => actCalls[act](client, activity.id, asksSeries ? series : text), notice });
  };
  return (
    <ActFormDialog
      attempt={attempt}
      title={question.title}
      submitLabel={question.confirm}
      isFinal={act === 'cancel'}
      isBlocked={missing !== null}
      text={text}
      onSubmit={confirm}
    >
      <p>{question.body}</p>
      {asksSeries && (
        <Choice legend={seriesQuestion.legend} name="series" value={series} options={seriesQuestion.options} onChange={setSeries} />
      )}
      {missing && <Alert title={missingSentence(missing)} />}
      {attempt.error !== null && !missing && <ActFailed error={attempt.error} failed={question.failed} />}
      {question.field && (
        <Field
          label={question.field.label}
          error={isTouched && isMissing ? question.field.blank : undefined}
          isRequired={question.field.blank !== undefined}
        >
          {(tie) => (
            <TextArea
              {...tie}
              // The text field has the focus.
              {...focusFirst}
              maxLength={question.field?.maxLength ?? 2000}
              readOnly={attempt.isOver}
              value={text}
              onBlur={() => setTouched(true)}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      )}
    </ActFormDialog>
  );
}

/** The server's sentence, or ours when the cause is unknown (docs/product.md, 11). */
function ActFailed({ error, failed }: { error: unknown; failed: string }) {
  const sentence = errorSentence(error, '');
  if (sentence) return <Alert title={sentence} />;
  return <Alert title={failed}>{failed === notUpdated && frame.unknownError}</Alert>;
}

/** The chosen images are kept on this device until they are sent or discarded. */
function EvidenceDialog(props: ActDialogProps) {
  const { activity } = props;
  const { client } = useClients();
  const { user } = useSession();
  const key: DraftKey = `${user.id}.evidence.${activity.id}`;
  const [isRecovered, setRecovered] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const attempt = useAct({
    ...props,
    onClose: () => {
      forgetDraft(key);
      props.onClose();
    },
  });
  const selection = useKeptImages(key, {
    onChange: () => {
      setMissing(false);
      if (!attempt.isOver) attempt.clearError();
    },
    onRead: (files, { add }) => {
      setRecovered(files.length > 0);
      add(props.photos ?? []);
    },
  });
  const upload = async () => {
    if (isHeld) return;
    setHeld(true);
    const ready = await selection.prepared();
    setHeld(false);
    if (!ready) return;
    setMissing(ready.length === 0);
    if (ready.length === 0) return;
    await attempt.perform({
      call: () => client.addEvidence({ activityId: activity.id, images: ready }),
      notice: actNotice('addEvidence', activity.id, evidenceTexts.notice),
    });
  };
  const complaint = isMissing
    ? validation.imagesRequired
    : attempt.error !== null
      ? errorSentence(attempt.error, evidenceTexts.failed)
      : undefined;
  return (
    <ActFormDialog
      attempt={attempt}
      size="wide"
      title={evidenceTexts.title}
      isRecovered={isRecovered}
      submitLabel={isHeld ? evidence.preparing : attempt.isBusy ? evidenceTexts.submitting : evidenceTexts.submit}
      isHeld={isHeld}
      onSubmit={upload}
    >
      <EvidenceBox selection={selection} isSending={attempt.isBusy} error={complaint} />
    </ActFormDialog>
  );
}

/** Grants the one extension, or asks for it: not before its date, nor before today (docs/product.md, 3). What was asked for is filled in. */
function ExtensionDialog({ act, ...props }: ActDialogProps & { act: 'extend' | 'requestExtension' }) {
  const { activity } = props;
  const texts = act === 'extend' ? extensionTexts : extensionRequestTexts;
  const { client } = useClients();
  const { today } = useSession();
  const attempt = useAct(props);
  const earliest = laterDay(activity.dueOn, today);
  const [day, setDay] = useState(activity.requestedTo && laterDay(activity.requestedTo, earliest));
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const [reason, setReason] = useActText(act, activity.id, activity.requestReason ?? '');
  const dayHint = useDayHint(day);
  const isMissing = (value: string | null) => attempt.error !== null && !attempt.isOver && isBlank(value ?? '');
  const submit = async () => {
    const problem = dayProblem ?? findProblem(day, reason, earliest);
    if (problem || !day) return attempt.fail(new ApiError(400, problem ?? '', 'input.invalid'));
    await attempt.perform({
      call: async (): Promise<{ success: true; notice?: string | undefined }> =>
        act === 'extend'
          ? client.extendDeadline({ activityId: activity.id, extendedTo: day, reason })
          : client.requestExtension({ activityId: activity.id, requestedTo: day, reason }),
      notice: ({ notice }) => actNotice(act, activity.id, [texts.notice, notice].filter(Boolean).join(' · ')),
    });
  };
  return (
    <ActFormDialog attempt={attempt} title={texts.title} submitLabel={texts.submit} text={reason} onSubmit={submit}>
      <p>{texts.body(writtenDay(activity.dueOn))}</p>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.failed)} />}
      <Field label={texts.date} isWrong={isMissing(day)} hint={dayHint} isRequired>
        {(tie) => (
          <DayEntry
            tie={{ ...tie, ...focusFirst }}
            value={day}
            min={earliest}
            today={today}
            hasQuickDays
            onChange={(chosen, problem) => {
              setDay(chosen);
              setDayProblem(problem);
            }}
          />
        )}
      </Field>
      <Field label={texts.reason} isWrong={isMissing(reason)} isRequired>
        {(tie) => (
          <TextArea
            {...tie}
            rows={3}
            maxLength={2000}
            readOnly={attempt.isOver}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ActFormDialog>
  );
}

function findProblem(day: CalendarDate | null, reason: string, earliest: CalendarDate): string | null {
  if (!day || isBlank(reason)) return validation.extensionIncomplete;
  return day < earliest ? validation.extensionTooEarly(writtenDay(earliest)) : null;
}
