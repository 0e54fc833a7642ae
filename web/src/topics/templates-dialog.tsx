import './templates-dialog.css';
import type { TemplateView } from '@bitacora/core/contract/activities/template-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { type Lapse, lapses, type Priority } from '@bitacora/core/domain/activities/activity';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { ListChecks, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApp } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { useDialogDraft } from '../app/use-dialog-draft.ts';
import { activityForm } from '../messages/activity-form-texts.ts';
import { templateTexts as texts } from '../messages/template-texts.ts';
import { Button, CancelButton, IconButton } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Dialog, FormDialog, focusFirst } from '../ui/dialog.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Alert, Empty, Skeleton } from '../ui/states.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { sentenceOf, useAttempt, useSeenVersion, withFieldErrors } from '../ui/use-attempt.ts';

type Open = { form: TemplateView | null } | { retiring: TemplateView } | null;

/** The templates of a topic: added, edited and retired in place of the list. */
export function TemplatesDialog({ topic, onClose }: { topic: EditableTopic; onClose: () => void }) {
  const [open, setOpen] = useState<Open>(null);
  const list = useTemplates(topic.id);
  const back = async (isChanged: boolean) => {
    if (isChanged) await list.read();
    setOpen(null);
  };
  if (open && 'form' in open) return <TemplateForm topic={topic} template={open.form} onClose={back} />;
  if (open) return <RetireTemplate template={open.retiring} onClose={back} />;
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <CancelButton onClick={onClose}>{texts.close}</CancelButton>
          <Button tone="accent" icon={Plus} onClick={() => setOpen({ form: null })} {...focusFirst}>
            {texts.add}
          </Button>
        </>
      }
    >
      <p className="dialog-subject">{topic.name}</p>
      {list.error !== null && (
        <>
          <Alert title={sentenceOf(list.error, texts.failed)} />
          <Button onClick={() => void list.read()}>{texts.retry}</Button>
        </>
      )}
      {list.templates === null && list.error === null && <Skeleton lines={3} height={44} />}
      {list.templates?.length === 0 && <Empty icon={ListChecks} text={texts.none} help="plantillas" />}
      <ul className="templates">
        {list.templates?.map((template) => (
          <li key={template.id}>
            <span className="templates-words">
              <span className="prose">{template.description}</span>
              <span className="field-hint">{summaryOf(template)}</span>
            </span>
            <IconButton icon={Pencil} label={texts.edit(template.description)} onClick={() => setOpen({ form: template })} />
            <IconButton icon={Trash2} label={texts.retire(template.description)} onClick={() => setOpen({ retiring: template })} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const summaryOf = ({ days, checklist, repeats, minimumImages }: TemplateView) =>
  [
    texts.templateDays(days),
    texts.items(checklist.length),
    minimumImages > 0 && texts.images(minimumImages),
    repeats && lapseLabels[repeats],
  ]
    .filter(Boolean)
    .join(' · ');

function useTemplates(topicId: number) {
  const { client } = useClients();
  const [templates, setTemplates] = useState<readonly TemplateView[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = async () => {
    setError(null);
    try {
      setTemplates(await client.listTemplates({ topicId }));
    } catch (reason) {
      setError(reason);
    }
  };
  useEffect(() => void read(), [topicId]);
  return { templates, error, read };
}

function RetireTemplate({ template, onClose }: { template: TemplateView; onClose: (isChanged: boolean) => Promise<void> }) {
  const { client } = useClients();
  const { notices } = useApp();
  const attempt = useAttempt();
  const retire = async () => {
    if (!(await attempt.run(() => client.retireTemplate({ templateId: template.id })))) return;
    notices.show({ title: texts.retired, detail: template.description });
    await onClose(true);
  };
  return (
    <Dialog
      title={texts.retireTitle}
      onClose={() => void onClose(attempt.error !== null)}
      isBusy={attempt.isBusy}
      footer={
        <>
          <CancelButton onClick={() => void onClose(attempt.error !== null)} isBusy={attempt.isBusy} {...focusFirst}>
            {texts.keep}
          </CancelButton>
          <Button tone="danger" isBusy={attempt.isBusy} onClick={() => void retire()}>
            {texts.retireConfirm}
          </Button>
        </>
      }
    >
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, texts.saveFailed)} />}
      <p>{texts.retireBody}</p>
      <blockquote className="quote prose">{template.description}</blockquote>
    </Dialog>
  );
}

const DESCRIPTION_MAX = 2000;
const NEVER = 'never';
const lapseOptions = [{ value: NEVER, label: texts.never }, ...lapses.map((value) => ({ value, label: lapseLabels[value] }))];

interface TemplateFormProps {
  topic: EditableTopic;
  /** The template to edit; null adds one. */
  template: TemplateView | null;
  onClose: (isChanged: boolean) => Promise<void>;
}

/** Adds a template, or edits one. Activities that were made from it stay as they are. */
function TemplateForm({ topic, template, onClose }: TemplateFormProps) {
  const { client } = useClients();
  const { notices } = useApp();
  const attempt = useAttempt();
  const version = useSeenVersion(template?.version, attempt.error);
  const dialogDraft = useDialogDraft(template ? `template.${template.id}.${template.version}` : `template.of.${topic.id}`, {
    description: template?.description ?? '',
    days: String(template?.days ?? 7),
    priority: template?.priority ?? 'normal',
    repeats: template?.repeats ?? NEVER,
    checklist: template?.checklist.join('\n') ?? '',
    minimumImages: String(template?.minimumImages ?? 0),
  });
  const { fields: draft } = dialogDraft;
  const [isConflict, setConflict] = useState(false);
  const close = async (isChanged: boolean) => {
    dialogDraft.forget();
    await onClose(isChanged);
  };
  const change = (field: keyof typeof draft) => (value: string) => {
    attempt.forgive(field);
    dialogDraft.change({ [field]: value });
  };
  const save = async () => {
    const work = {
      description: draft.description,
      days: Number(draft.days),
      priority: draft.priority as Priority,
      repeats: draft.repeats === NEVER ? null : (draft.repeats as Lapse),
      checklist: draft.checklist.split('\n').filter((line) => line.trim() !== ''),
      minimumImages: Number(draft.minimumImages),
    };
    const isSaved = await attempt.run(async () => {
      await withFieldErrors<unknown>(
        // After a refusal over an earlier version the person knows, and the next press has its way.
        template
          ? client.updateTemplate({ ...work, id: template.id, seen: isConflict ? undefined : version })
          : client.createTemplate({ ...work, topicId: topic.id }),
        { 'template.duplicate': 'description' },
      );
    });
    if (!isSaved) setConflict(true);
    if (!isSaved) return false;
    notices.show({ title: template ? texts.edited : texts.added, detail: work.description.trim() });
    await close(true);
    return true;
  };
  return (
    <FormDialog
      title={template ? texts.editTitle : texts.addTitle}
      submitLabel={template ? texts.save : texts.add}
      failed={texts.saveFailed}
      fields={['description', 'days', 'checklist', 'minimumImages']}
      attempt={attempt}
      onSubmit={save}
      onClose={() => void close(attempt.error !== null)}
      isRecovered={dialogDraft.isRecovered}
    >
      <p className="dialog-subject">{topic.name}</p>
      <Field label={activityForm.description} error={attempt.fieldError('description')} isRequired>
        {(tie) => (
          <TextArea
            {...tie}
            {...focusFirst}
            maxLength={DESCRIPTION_MAX}
            value={draft.description}
            onChange={(event) => change('description')(event.target.value)}
          />
        )}
      </Field>
      <TextField
        attempt={attempt}
        field="days"
        label={texts.days}
        inputMode="numeric"
        maxLength={3}
        isRequired
        value={draft.days}
        onChange={change('days')}
      />
      <TextField
        attempt={attempt}
        field="minimumImages"
        label={texts.minimumImages}
        inputMode="numeric"
        maxLength={2}
        value={draft.minimumImages}
        onChange={change('minimumImages')}
      />
      <Choice
        legend={activityForm.priority}
        name="template-priority"
        value={draft.priority}
        options={priorityOptions}
        onChange={change('priority')}
      />
      <Field label={activityForm.lapse}>
        {(tie) => (
          <Select
            tie={tie}
            value={draft.repeats}
            options={lapseOptions}
            placeholder={texts.never}
            onChange={(value) => change('repeats')(String(value))}
          />
        )}
      </Field>
      <Field label={texts.checklist} hint={texts.checklistHint} error={attempt.fieldError('checklist')}>
        {(tie) => <TextArea {...tie} rows={6} value={draft.checklist} onChange={(event) => change('checklist')(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
