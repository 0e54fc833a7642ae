import type { TemplateView } from '@bitacora/core/contract/activities/template-endpoints';
import { copyTemplate } from '@bitacora/core/domain/activities/activity-template';
import { checklistTexts } from '@bitacora/core/messages/activities/consult';
import { lapseLabels } from '@bitacora/core/messages/activities/labels';
import { useEffect, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { followPromise } from '../../app/follow-promise.ts';
import { templateTexts as texts } from '../../messages/template-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { CallForm } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import type { ActivityDraft } from './activity-draft.ts';

interface TemplateFieldProps {
  topicId: number;
  form: CallForm<ActivityDraft>;
}

/** The templates of the topic; choosing one fills the form. Its key is the topic. Absent where the topic has none. */
export function TemplateField({ topicId, form }: TemplateFieldProps) {
  const { client } = useClients();
  const { today } = useSession();
  const [all, setAll] = useState<readonly TemplateView[]>([]);
  const [templateId, setTemplateId] = useState<number | null>(null);
  // Templates are only a help: without them the form is filled by hand.
  useEffect(() => followPromise(client.listTemplates({ topicId }), setAll), [client, topicId]);
  if (all.length === 0) return null;
  const use = (id: number) => {
    const template = all.find((each) => each.id === id);
    if (!template) return;
    const copy = copyTemplate(template, today);
    setTemplateId(id);
    form.setValues({ ...form.getValues(), ...copy, dueProblem: null, isRepeatable: copy.repeats !== null });
    form.clearErrors(['description', 'dueOn', 'repeats']);
  };
  return (
    <Field label={texts.useTemplate} hint={texts.useTemplateHint}>
      {(tie) => (
        <Select
          tie={tie}
          value={templateId}
          options={all.map((template) => ({ value: template.id, label: template.description, detail: templateDetail(template) }))}
          placeholder={texts.templatePlaceholder}
          onChange={(id) => use(Number(id))}
        />
      )}
    </Field>
  );
}

const templateDetail = ({ checklist, repeats, days }: TemplateView) =>
  [texts.templateDays(days), texts.items(checklist.length), repeats && lapseLabels[repeats]].filter(Boolean).join(' · ');

/** Shows what a template demands beyond the fields. It can be dropped. */
export function CopiedDemands({ form }: { form: CallForm<ActivityDraft> }) {
  const [checklist, minimumImages] = form.watch(['checklist', 'minimumImages']);
  return (
    <div className="copied-demands">
      <p className="field-legend">{checklistTexts.title}</p>
      <ul>
        {checklist.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {minimumImages > 0 && <li>{checklistTexts.minimumImages(minimumImages)}</li>}
      </ul>
      <Button tone="quiet" onClick={() => form.setValues({ ...form.getValues(), checklist: [], minimumImages: 0 })}>
        {texts.dropDemands}
      </Button>
    </div>
  );
}
