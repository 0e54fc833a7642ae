import type { TemplateView } from '@bitacora/core/contract/template-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import { lapseLabels } from '@bitacora/core/messages/labels';
import { ListChecks, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApp } from '../app.ts';
import { templateTexts as texts } from '../messages/templates.ts';
import { Button, CancelButton, IconButton } from '../ui/button.tsx';
import { Dialog, focusFirst } from '../ui/dialog.tsx';
import { Alert, Empty, Skeleton } from '../ui/states.tsx';
import { sentenceOf, useAttempt } from '../ui/use-attempt.ts';
import { TemplateForm } from './template-form.tsx';
import './templates-dialog.css';

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
  const app = useApp();
  const [templates, setTemplates] = useState<readonly TemplateView[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const read = async () => {
    setError(null);
    try {
      setTemplates(await (await app.templates()).listTemplates({ topicId }));
    } catch (reason) {
      setError(reason);
    }
  };
  useEffect(() => void read(), [topicId]);
  return { templates, error, read };
}

function RetireTemplate({ template, onClose }: { template: TemplateView; onClose: (isChanged: boolean) => Promise<void> }) {
  const { templates, notices } = useApp();
  const attempt = useAttempt();
  const retire = async () => {
    if (!(await attempt.run(async () => (await templates()).retireTemplate({ templateId: template.id })))) return;
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
