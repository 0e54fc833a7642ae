import { lapses, type Priority } from '@bitacora/core/domain/activities/activity';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { lapseLabels, priorityOptions } from '@bitacora/core/messages/activities/labels';
import { frame } from '@bitacora/core/messages/layout';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { activityForm } from '../../messages/activity-form-texts.ts';
import { requestForm } from '../../messages/work-request-texts.ts';
import { Choice } from '../../ui/choice.tsx';
import { useDayHint } from '../../ui/day-entry.tsx';
import { type CallForm, FormSelect, FormText } from '../../ui/form.tsx';
import { later } from '../../ui/later.tsx';
import { type Topic, topicOptions } from '../activity.tsx';
import type { ActivityDraft } from './activity-draft.ts';
import './activity-fields.css';
import { DayField } from './day-field.tsx';

// Loaded when a topic is chosen, because few topics have templates.
const TemplateField = later(async () => (await import('./template-field.tsx')).TemplateField);
const CopiedDemands = later(async () => (await import('./template-field.tsx')).CopiedDemands);

const DESCRIPTION_MAX = 2000;
const NEARLY_FULL = 200;
const repeatableOptions = [
  { value: 'no', label: activityForm.repeatableNo },
  { value: 'yes', label: activityForm.repeatableYes },
];
const lapseOptions = lapses.map((value) => ({ value, label: lapseLabels[value] }));

interface ActivityFieldsProps {
  form: CallForm<ActivityDraft>;
  topics: readonly Topic[];
  /** Who asks for work chooses neither its priority nor its repetition. */
  isRequest: boolean;
  /** The assignee field, on the form that assigns. */
  assignee?: ReactNode;
}

/** The fields of a new activity: topic, description, assignee, priority, date and repetition. */
export function ActivityFields({ form, topics, isRequest, assignee }: ActivityFieldsProps) {
  const { topicId, description, dueOn, isRepeatable, checklist, minimumImages } = form.watch();
  const dayHint = useDayHint(dueOn);
  const texts = isRequest ? requestForm : activityForm;
  const left = DESCRIPTION_MAX - description.length;
  // A kept draft may name a topic that is not open to the person any more.
  const topic = topics.find(({ id }) => id === topicId);
  return (
    <>
      <div className="topic-field">
        <FormSelect
          form={form}
          name="topicId"
          label={activityForm.topic}
          hint={topics.length === 0 ? <NoTopics /> : undefined}
          isRequired
          options={topicOptions(topics)}
          placeholder={activityForm.topicPlaceholder}
          search={{ placeholder: activityForm.topicSearch, noMatch: activityForm.noTopicMatches }}
          emptyText={activityForm.noTopicsYet}
          onChoose={() => form.setValue('assigneeIds', [])}
        />
        {topic && <TopicFacts topic={topic} />}
      </div>
      {topic && !isRequest && <TemplateField key={topic.id} topicId={topic.id} form={form} />}
      {assignee}
      <FormText
        form={form}
        name="description"
        label={texts.description}
        hint={left <= NEARLY_FULL ? activityForm.descriptionHint(left) : undefined}
        rows={4}
        maxLength={DESCRIPTION_MAX}
        isRequired
      />
      <div className="form-pair">
        <DayField form={form} name="dueOn" problemName="dueProblem" label={texts.dueOn} hint={dayHint} isRequired hasQuickDays />
        {!isRequest && (
          <>
            <Choice
              legend={activityForm.priority}
              name="priority"
              value={form.watch('priority')}
              options={priorityOptions}
              onChange={(value) => form.setValue('priority', value as Priority)}
            />
            <Choice
              legend={activityForm.repeatable}
              name="repeatable"
              value={isRepeatable ? 'yes' : 'no'}
              options={repeatableOptions}
              onChange={(value) => {
                form.clearErrors('repeats');
                form.setValue('repeats', null);
                form.setValue('isRepeatable', value === 'yes');
              }}
            />
            <FormSelect
              form={form}
              name="repeats"
              label={activityForm.lapse}
              isRequired={isRepeatable}
              options={lapseOptions}
              placeholder={activityForm.lapsePlaceholder}
              disabled={!isRepeatable}
            />
          </>
        )}
      </div>
      {isRepeatable && <DayField form={form} name="repeatUntil" problemName="untilProblem" label={activityForm.repeatUntil} />}
      {(checklist.length > 0 || minimumImages > 0) && <CopiedDemands form={form} />}
    </>
  );
}

/** The topic's description and department, after the selection. */
const TopicFacts = ({ topic }: { topic: Topic }) => (
  <dl className="topic-facts">
    <div>
      <dt>{activityForm.topicDescription}</dt>
      <dd className="prose">{topic.description || activityForm.topicNoDescription}</dd>
    </div>
    <div>
      <dt>{activityForm.topicDepartment}</dt>
      <dd>{topic.department}</dd>
    </div>
  </dl>
);

/** What to do without a topic: who may register topics does it, others ask for one. */
function NoTopics() {
  const { user } = useSession();
  if (!adminPolicy.manageTopics(user)) return activityForm.noTopics;
  return (
    <>
      {activityForm.noTopicsYet} <Link to={paths.topics}>{frame.topics}</Link>
    </>
  );
}
