import { isBlank } from '@bitacora/core/domain/text';
import './templates-dialog.css';
import type { TemplateView } from '@bitacora/core/contract/activities/template-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { type Lapse, lapses, type Priority } from '@bitacora/core/domain/activities/activity';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { frame } from '@bitacora/core/messages/layout';
import { ListChecks, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApp } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { activityForm } from '../messages/activity-form-texts.ts';
import { templateTexts as texts } from '../messages/template-texts.ts';
import { Button, CancelButton, IconButton } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { ConfirmDialog, Dialog, focusFirst } from '../ui/dialog.tsx';
import { CallFormDialog, FormField, FormText, useCallForm, useDraftKey } from '../ui/form.tsx';
import { Select } from '../ui/select.tsx';
import { Alert, Empty, Skeleton } from '../ui/states.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { errorSentence, useSeenVersion, withFieldErrors } from '../ui/use-attempt.ts';

type Open = { form: TemplateView | null } | { retiring: TemplateView } | null;

/** The templates of a topic: added, edited and retired in place of the list. */
export function TemplatesDialog({ topic, onClose }: { topic: EditableTopic; onClose: () => void }) {
  const [open, setOpen] = useState<Open>(null);
  const list = useTemplates(topic.id);
  const back = { onTried: list.read, onClose: () => setOpen(null) };
  if (open && 'form' in open) return <TemplateForm topic={topic} template={open.form} {...back} />;
  if (open) return <RetireTemplate template={open.retiring} {...back} />;
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <CancelButton onClick={onClose}>{frame.close}</CancelButton>
          <Button tone="accent" icon={Plus} onClick={() => setOpen({ form: null })} {...focusFirst}>
            {texts.add}
          </Button>
        </>
      }
    >
      <p className="dialog-subject">{topic.name}</p>
      {list.error !== null && (
        <>
          <Alert title={errorSentence(list.error, texts.failed)} />
          <Button onClick={() => void list.read()}>{frame.retry}</Button>
        </>
      )}
      {list.templates === null && list.error === null && <Skeleton lines={3} height={44} />}
      {list.templates?.length === 0 && <Empty icon={ListChecks} text={texts.none} help="plantillas" />}
      <ul className="templates">
        {list.templates?.map((template) => (
          <li key={template.id}>
            <span className="templates-words">
              <span className="prose">{template.description}</span>
              <span className="field-hint">{templateSummary(template)}</span>
            </span>
            <IconButton icon={Pencil} label={texts.edit(template.description)} onClick={() => setOpen({ form: template })} />
            <IconButton icon={Trash2} label={texts.retire(template.description)} onClick={() => setOpen({ retiring: template })} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const templateSummary = ({ days, checklist, repeats, minimumImages }: TemplateView) =>
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

interface TemplateActProps {
  /** Reads the list, also after a refusal, because another person may have changed it. */
  onTried: () => Promise<void>;
  onClose: () => void;
}

function RetireTemplate({ template, onTried, onClose }: TemplateActProps & { template: TemplateView }) {
  const { client } = useClients();
  const { notices } = useApp();
  const retire = async () => {
    await client.retireTemplate({ templateId: template.id }).finally(onTried);
    notices.show({ title: texts.retired, detail: template.description });
  };
  return (
    <ConfirmDialog texts={texts.retirement} act={retire} onClose={onClose}>
      <p>{texts.retirement.body}</p>
      <blockquote className="quote prose">{template.description}</blockquote>
    </ConfirmDialog>
  );
}

const DESCRIPTION_MAX = 2000;
const NEVER = 'never';
const lapseOptions = [{ value: NEVER, label: texts.never }, ...lapses.map((value) => ({ value, label: lapseLabels[value] }))];

type TemplateDraft = Record<'description' | 'days' | 'priority' | 'repeats' | 'checklist' | 'minimumImages', string>;

interface TemplateFormProps extends TemplateActProps {
  topic: EditableTopic;
  /** The template to edit; null adds one. */
  template: TemplateView | null;
}

/** Adds a template, or edits one. Activities that were made from it stay as they are. */
function TemplateForm({ topic, template, onTried, onClose }: TemplateFormProps) {
  const { client } = useClients();
  const { notices } = useApp();
  const form = useCallForm<TemplateDraft>(
    {
      description: template?.description ?? '',
      days: String(template?.days ?? 7),
      priority: template?.priority ?? 'normal',
      repeats: template?.repeats ?? NEVER,
      checklist: template?.checklist.join('\n') ?? '',
      minimumImages: String(template?.minimumImages ?? 0),
    },
    { draft: useDraftKey(template ? `template.${template.id}.${template.version}` : `template.of.${topic.id}`) },
  );
  const version = useSeenVersion(template?.version, form.error);
  const save = async (fields: TemplateDraft) => {
    const work = {
      description: fields.description,
      days: Number(fields.days),
      priority: fields.priority as Priority,
      repeats: fields.repeats === NEVER ? null : (fields.repeats as Lapse),
      checklist: fields.checklist.split('\n').filter((line) => !isBlank(line)),
      minimumImages: Number(fields.minimumImages),
    };
    await withFieldErrors<unknown>(
      // After a refusal over an earlier version the person knows, and the next press has its way.
      template
        ? client.updateTemplate({ ...work, id: template.id, seen: form.error === null ? version : undefined })
        : client.createTemplate({ ...work, topicId: topic.id }),
      { 'template.duplicate': 'description' },
    ).finally(onTried);
    notices.show({ title: template ? texts.edited : texts.added, detail: work.description.trim() });
  };
  return (
    <CallFormDialog form={form} texts={template ? texts.edition : texts.addition} onSubmit={save} onClose={onClose}>
      <p className="dialog-subject">{topic.name}</p>
      <FormField form={form} name="description" label={activityForm.description} isRequired>
        {(tie, value, onChange) => (
          <TextArea {...tie} {...focusFirst} maxLength={DESCRIPTION_MAX} value={value} onChange={(event) => onChange(event.target.value)} />
        )}
      </FormField>
      <FormText form={form} name="days" label={texts.days} inputMode="numeric" maxLength={3} isRequired />
      <FormText form={form} name="minimumImages" label={texts.minimumImages} inputMode="numeric" maxLength={2} />
      <Choice
        legend={activityForm.priority}
        name="template-priority"
        value={form.watch('priority')}
        options={priorityOptions}
        onChange={(priority) => form.setValue('priority', priority as Priority)}
      />
      <FormField form={form} name="repeats" label={activityForm.lapse}>
        {(tie, value, onChange) => (
          <Select
            tie={tie}
            value={value}
            options={lapseOptions}
            placeholder={texts.never}
            onChange={(lapse) => onChange(lapse as typeof value)}
          />
        )}
      </FormField>
      <FormField form={form} name="checklist" label={texts.checklist} hint={texts.checklistHint}>
        {(tie, value, onChange) => <TextArea {...tie} rows={6} value={value} onChange={(event) => onChange(event.target.value)} />}
      </FormField>
    </CallFormDialog>
  );
}
