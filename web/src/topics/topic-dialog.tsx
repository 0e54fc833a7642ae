import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { GENERAL } from '@bitacora/core/domain/activities/activity';
import { normalise } from '@bitacora/core/domain/text';
import { topicTexts } from '@bitacora/core/messages/topics/topics';
import { useState } from 'react';
import { useClients } from '../app/clients.ts';
import { TourButton } from '../tours/tour-button.tsx';
import { focusFirst } from '../ui/dialog.tsx';
import { CallFormDialog, FormName, FormSelect, FormText, useCallForm, useDraftKey } from '../ui/form.tsx';
import { useSeenVersion, withFieldErrors } from '../ui/use-attempt.ts';

const NAME_MAX = 150;
const DESCRIPTION_MAX = 2000;

type TopicDraft = { name: string; description: string; department: string };

interface TopicDialogProps {
  /** The topic to edit; without one, a topic is registered. */
  topic?: EditableTopic | undefined;
  departments: readonly string[];
  onClose: () => void;
}

/** Registers a topic, or edits its description and department (docs/product.md, 10). */
export function TopicDialog({ topic, departments, onClose }: TopicDialogProps) {
  const { client } = useClients();
  const form = useCallForm(
    { name: '', description: topic?.description ?? '', department: topic?.department ?? '' },
    { draft: useDraftKey(topic ? `topic.${topic.id}.${topic.version}` : 'topic') },
  );
  const [typed, setTyped] = useState('');
  const seenVersion = useSeenVersion(topic?.version, form.error);
  const save = async (draft: TopicDraft) => {
    if (topic) await client.updateTopic({ ...draft, id: topic.id, seen: seenVersion });
    else await withFieldErrors(client.createTopic(draft), { 'topic.duplicate': 'name' });
    return topic?.name ?? draft.name.trim();
  };
  return (
    <CallFormDialog
      form={form}
      texts={topic ? topicTexts.edition : topicTexts.registration}
      beside={!topic && <TourButton tour="topicDialog" />}
      onSubmit={save}
      onClose={onClose}
    >
      {topic ? (
        <p className="dialog-subject">{topic.name}</p>
      ) : (
        <FormName form={form} name="name" label={topicTexts.name} hint={topicTexts.nameHint} maxLength={NAME_MAX} />
      )}
      <FormText
        form={form}
        name="description"
        label={topicTexts.description}
        rows={4}
        maxLength={DESCRIPTION_MAX}
        {...(topic ? focusFirst : {})}
      />
      <FormSelect
        form={form}
        name="department"
        label={topicTexts.department}
        hint={topicTexts.generalHint}
        isRequired
        options={departmentOptions([GENERAL, ...departments], [form.watch('department'), typed.trim()])}
        placeholder={topicTexts.choose}
        search={{ placeholder: topicTexts.chooseOrType, noMatch: topicTexts.choose, onQuery: setTyped }}
      />
    </CallFormDialog>
  );
}

/** The departments that are there, and a new one as it is chosen or typed. */
const departmentOptions = (departments: readonly string[], others: readonly string[]) => {
  const spellings = new Map(departments.map((name) => [normalise(name), name]));
  const added = others.filter((name) => name && !spellings.has(normalise(name)));
  const option = (name: string, label = name) => ({ value: name, label, searched: name });
  return [...departments.map((name) => option(name)), ...[...new Set(added)].map((name) => option(name, topicTexts.newDepartment(name)))];
};
