import type { TemplateView } from '@bitacora/core/contract/template-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import { type Priority, priorities } from '@bitacora/core/domain/activity/activity';
import { type Lapse, lapses } from '@bitacora/core/domain/activity/repetition';
import { lapseLabels, priorityLabels } from '@bitacora/core/messages/labels';
import { useState } from 'react';
import { useApp } from '../app.ts';
import { activityForm } from '../messages/activity-form.ts';
import { templateTexts as texts } from '../messages/templates.ts';
import { Choice } from '../ui/choice.tsx';
import { FormDialog, focusFirst } from '../ui/dialog.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useAttempt, useSeenVersion, withFieldErrors } from '../ui/use-attempt.ts';
import { useDialogDraft } from '../use-dialog-draft.ts';

const DESCRIPTION_MAX = 2000;
const NEVER = 'never';
const priorityOptions = priorities.map((value) => ({ value, label: priorityLabels[value] }));
const lapseOptions = [{ value: NEVER, label: texts.never }, ...lapses.map((value) => ({ value, label: lapseLabels[value] }))];

interface TemplateFormProps {
  topic: EditableTopic;
  /** The template to edit; null adds one. */
  template: TemplateView | null;
  onClose: (isChanged: boolean) => Promise<void>;
}

/** Adds a template, or edits one. Activities that were made from it stay as they are. */
export function TemplateForm({ topic, template, onClose }: TemplateFormProps) {
  const { templates, notices } = useApp();
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
      const calls = await templates();
      await withFieldErrors<unknown>(
        // After a refusal over an earlier version the person knows, and the next press has its way.
        template
          ? calls.updateTemplate({ ...work, id: template.id, seen: isConflict ? undefined : version })
          : calls.createTemplate({ ...work, topicId: topic.id }),
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
