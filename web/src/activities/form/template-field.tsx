import type { TemplateView } from '@bitacora/core/contract/activities/template-endpoints';
import type { Lapse } from '@bitacora/core/domain/activities/activity';
import { copyOfTemplate } from '@bitacora/core/domain/activities/activity-template';
import { checklistTexts } from '@bitacora/core/messages/activities/consult';
import { lapseLabels } from '@bitacora/core/messages/activities/labels';
import { useEffect, useState } from 'react';
import { useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { followPromise } from '../../layout/loaded.tsx';
import { templateTexts as texts } from '../../messages/template-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';

/** What a form takes over from a template. */
interface TemplateCopy extends Omit<ReturnType<typeof copyOfTemplate>, 'repeats'> {
  dueProblem: null;
  isRepeatable: boolean;
  lapse: Lapse | null;
}

interface TemplateFieldProps {
  topicId: number;
  change: (part: TemplateCopy) => void;
}

/** The templates of the topic; choosing one fills the form. Its key is the topic. Absent where the topic has none. */
export function TemplateField({ topicId, change }: TemplateFieldProps) {
  const { client } = useClients();
  const { today } = useSession();
  const [all, setAll] = useState<readonly TemplateView[]>([]);
  const [templateId, setTemplateId] = useState<number | null>(null);
  // Templates are only a help: without them the form is filled by hand.
  useEffect(() => {
    return followPromise(client.listTemplates({ topicId }), setAll);
  }, [client, topicId]);
  if (all.length === 0) return null;
  const use = (id: number) => {
    const template = all.find((each) => each.id === id);
    if (!template) return;
    const { repeats, ...copied } = copyOfTemplate(template, today);
    setTemplateId(id);
    change({ ...copied, dueProblem: null, isRepeatable: repeats !== null, lapse: repeats });
  };
  return (
    <Field label={texts.useTemplate} hint={texts.useTemplateHint}>
      {(tie) => (
        <Select
          tie={tie}
          value={templateId}
          options={all.map((template) => ({ value: template.id, label: template.description, detail: detailOf(template) }))}
          placeholder={texts.templatePlaceholder}
          onChange={(id) => use(Number(id))}
        />
      )}
    </Field>
  );
}

const detailOf = ({ checklist, repeats, days }: TemplateView) =>
  [texts.templateDays(days), texts.items(checklist.length), repeats && lapseLabels[repeats]].filter(Boolean).join(' · ');

type Demands = Pick<TemplateCopy, 'checklist' | 'minimumImages'>;

/** What was copied of a template beyond the fields, which is something; it can be dropped. */
export function CopiedDemands({ draft, change }: { draft: Demands; change: (part: Demands) => void }) {
  const { checklist, minimumImages } = draft;
  return (
    <div className="copied-demands">
      <p className="field-legend">{checklistTexts.title}</p>
      <ul>
        {checklist.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {minimumImages > 0 && <li>{checklistTexts.minimumImages(minimumImages)}</li>}
      </ul>
      <Button tone="quiet" onClick={() => change({ checklist: [], minimumImages: 0 })}>
        {texts.dropDemands}
      </Button>
    </div>
  );
}
