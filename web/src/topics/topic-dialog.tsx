import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import { GENERAL } from '@bitacora/core/domain/activity/activity';
import { frame } from '@bitacora/core/messages/layout';
import { topicTexts } from '@bitacora/core/messages/topics';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { TourButton } from '../tours/tour-button.tsx';
import { focusFirst } from '../ui/dialog.tsx';
import { Field, TextArea, TextInput } from '../ui/field.tsx';
import { withFieldErrors } from '../ui/field-errors.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PlainSelect } from '../ui/plain-select.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useSeenVersion } from '../ui/use-seen-version.ts';

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
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const readVersion = useSeenVersion(topic?.version, attempt.error);
  const [draft, setDraft] = useState({ name: '', description: topic?.description ?? '', department: topic?.department ?? '' });
  const change = (field: keyof typeof draft) => (value: string) => {
    attempt.forgive(field);
    setDraft((before) => ({ ...before, [field]: value }));
  };
  const save = async () => {
    const isSaved = await attempt.run(() =>
      topic
        ? client.updateTopic({ ...draft, id: topic.id, seen: readVersion })
        : withFieldErrors(client.createTopic(draft), { 'topic.duplicate': 'name' }),
    );
    if (!isSaved) return false;
    notices.show({ title: topic ? topicTexts.edited : topicTexts.registered, detail: topic?.name ?? draft.name.trim() });
    await revalidate();
    onClose();
    return true;
  };
  return (
    <FormDialog
      title={topic ? topicTexts.editTitle : topicTexts.registerTitle}
      aside={!topic && <TourButton tour="topicDialog" isBrief />}
      closeLabel={frame.close}
      cancelLabel={frame.cancel}
      submitLabel={topic ? topicTexts.editSubmit : topicTexts.register}
      failed={topic ? topicTexts.editFailed : topicTexts.registerFailed}
      fields={['name', 'description', 'department']}
      attempt={attempt}
      onSubmit={save}
      onClose={onClose}
    >
      {topic ? (
        <p className="dialog-subject">{topic.name}</p>
      ) : (
        <Field label={topicTexts.name} error={attempt.fieldError('name')} hint={topicTexts.nameHint} isRequired>
          {(tie) => (
            <TextInput
              {...tie}
              {...focusFirst}
              maxLength={NAME_MAX}
              autoComplete="off"
              value={draft.name}
              onChange={(event) => change('name')(event.target.value)}
            />
          )}
        </Field>
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
          <PlainSelect
            {...tie}
            value={draft.department}
            options={[GENERAL, ...departments]}
            placeholder={topicTexts.choose}
            onChange={change('department')}
          />
        )}
      </Field>
    </FormDialog>
  );
}
