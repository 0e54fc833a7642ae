import { isBlank } from '@bitacora/core/domain/text';
import './templates-dialog.css';
import type { TemplateView } from '@bitacora/core/contract/activities/template-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { type Lapse, lapses, type Priority } from '@bitacora/core/domain/activities/activity';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { frame } from '@bitacora/core/messages/layout';
import { ListChecks, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { DeferredContent } from '../layout/loaded.tsx';
import { activityForm } from '../messages/activity-form-texts.ts';
import { templateTexts as texts } from '../messages/template-texts.ts';
import { Button, CancelButton, IconButton } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { ConfirmDialog, Dialog, focusFirst } from '../ui/dialog.tsx';
import { CallFormDialog, FormSelect, FormText, useCallForm, useDraftKey } from '../ui/form.tsx';
import { Empty } from '../ui/states.tsx';
import { useSeenVersion, withFieldErrors } from '../ui/use-attempt.ts';

type Open = { form: TemplateView | null } | { retiring: TemplateView } | null;

/** The templates of a topic: added, edited and retired in place of the list, which is then read anew. */
export function TemplatesDialog({ topic, onClose }: { topic: EditableTopic; onClose: () => void }) {
  const [open, setOpen] = useState<Open>(null);
  const { client } = useClients();
  const back = () => setOpen(null);
  if (open && 'form' in open) return <TemplateForm topic={topic} template={open.form} onClose={back} />;
  if (open) return <RetireTemplate template={open.retiring} onClose={back} />;
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
      <DeferredContent ask={() => client.listTemplates({ topicId: topic.id })}>
        {(templates: readonly TemplateView[]) =>
          templates.length === 0 ? (
            <Empty icon={ListChecks} text={texts.none} help="plantillas" />
          ) : (
            <ul className="templates">
              {templates.map((template) => (
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
          )
        }
      </DeferredContent>
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

function RetireTemplate({ template, onClose }: { template: TemplateView; onClose: () => void }) {
  const { client } = useClients();
  const { notices } = useApp();
  const retire = async () => {
    await client.retireTemplate({ templateId: template.id });
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

interface TemplateFormProps {
  topic: EditableTopic;
  /** The template to edit; null adds one. */
  template: TemplateView | null;
  onClose: () => void;
}

/** Adds a template, or edits one. Activities that were made from it stay as they are. */
function TemplateForm({ topic, template, onClose }: TemplateFormProps) {
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
    );
    notices.show({ title: template ? texts.edited : texts.added, detail: work.description.trim() });
  };
  return (
    <CallFormDialog form={form} texts={template ? texts.edition : texts.addition} onSubmit={save} onClose={onClose}>
      <p className="dialog-subject">{topic.name}</p>
      <FormText
        form={form}
        name="description"
        label={activityForm.description}
        rows={4}
        maxLength={DESCRIPTION_MAX}
        isRequired
        {...focusFirst}
      />
      <FormText form={form} name="days" label={texts.days} inputMode="numeric" maxLength={3} isRequired />
      <FormText form={form} name="minimumImages" label={texts.minimumImages} inputMode="numeric" maxLength={2} />
      <Choice
        legend={activityForm.priority}
        name="template-priority"
        value={form.watch('priority')}
        options={priorityOptions}
        onChange={(priority) => form.setValue('priority', priority as Priority)}
      />
      <FormSelect form={form} name="repeats" label={activityForm.lapse} options={lapseOptions} placeholder={texts.never} />
      <FormText form={form} name="checklist" label={texts.checklist} hint={texts.checklistHint} rows={6} />
    </CallFormDialog>
  );
}
