import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import { GENERAL } from '@bitacora/core/domain/activity/activity';
import { topicTexts } from '@bitacora/core/messages/topics';
import { useApp, useFinish } from '../app.ts';
import { TourButton } from '../tours/tour-button.tsx';
import { FormDialog, focusFirst } from '../ui/dialog.tsx';
import { Field, NameField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { useAttempt, useSeenVersion, withFieldErrors } from '../ui/use-attempt.ts';
import { useDialogDraft } from '../use-dialog-draft.ts';

const NAME_MAX = 150;
const DESCRIPTION_MAX = 2000;

interface TopicDialogProps {
  /** The topic to edit; without one, a topic is registered. */
  topic?: EditableTopic | undefined;
  departments: readonly string[];
  onClose: () => void;
}

/** Registers a topic, or edits its description and department (docs/product.md, 10). */
export function TopicDialog({ topic, departments, onClose }: TopicDialogProps) {
  const { client } = useApp();
  const finish = useFinish();
  const attempt = useAttempt();
  const readVersion = useSeenVersion(topic?.version, attempt.error);
  const dialogDraft = useDialogDraft(topic ? `topic.${topic.id}.${topic.version}` : 'topic', {
    name: '',
    description: topic?.description ?? '',
    department: topic?.department ?? '',
  });
  const { fields: draft } = dialogDraft;
  const close = () => {
    dialogDraft.forget();
    onClose();
  };
  const change = (field: keyof typeof draft) => (value: string) => {
    attempt.forgive(field);
    dialogDraft.change({ [field]: value });
  };
  const save = async () => {
    const isSaved = await attempt.run(() =>
      topic
        ? client.updateTopic({ ...draft, id: topic.id, seen: readVersion })
        : withFieldErrors(client.createTopic(draft), { 'topic.duplicate': 'name' }),
    );
    if (!isSaved) return false;
    await finish({ title: topic ? topicTexts.edited : topicTexts.registered, detail: topic?.name ?? draft.name.trim() });
    close();
    return true;
  };
  return (
    <FormDialog
      title={topic ? topicTexts.editTitle : topicTexts.registerTitle}
      aside={!topic && <TourButton tour="topicDialog" isBrief />}
      submitLabel={topic ? topicTexts.editSubmit : topicTexts.register}
      failed={topic ? topicTexts.editFailed : topicTexts.registerFailed}
      fields={['name', 'description', 'department']}
      attempt={attempt}
      onSubmit={save}
      onClose={close}
      isRecovered={dialogDraft.isRecovered}
    >
      {topic ? (
        <p className="dialog-subject">{topic.name}</p>
      ) : (
        <NameField
          attempt={attempt}
          label={topicTexts.name}
          hint={topicTexts.nameHint}
          maxLength={NAME_MAX}
          value={draft.name}
          onChange={change('name')}
        />
      )}
      <Field label={topicTexts.description} error={attempt.fieldError('description')}>
        {(tie) => (
          <TextArea
            {...tie}
            {...(topic ? focusFirst : {})}
            maxLength={DESCRIPTION_MAX}
            value={draft.description}
            onChange={(event) => change('description')(event.target.value)}
          />
        )}
      </Field>
      <Field label={topicTexts.department} error={attempt.fieldError('department')} hint={topicTexts.generalHint} isRequired>
        {(tie) => (
          <Select
            tie={tie}
            value={draft.department || null}
            options={[GENERAL, ...departments].map((name) => ({ value: name, label: name }))}
            placeholder={topicTexts.choose}
            onChange={(name) => change('department')(String(name))}
          />
        )}
      </Field>
    </FormDialog>
  );
}
