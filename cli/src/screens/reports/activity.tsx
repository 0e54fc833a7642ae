import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import { isTicked, type Priority, priorities } from '@bitacora/core/domain/activities/activity';
import { actsOpenTo } from '@bitacora/core/domain/activities/policy';
import { fullName } from '@bitacora/core/domain/people/person';
import { actButtons } from '@bitacora/core/messages/activities/acts';
import { checklistTexts } from '@bitacora/core/messages/activities/consult';
import { priorityOptions, statusWords } from '@bitacora/core/messages/activities/labels';
import { type ReactNode, useState } from 'react';
import { activityParagraphs, readWholeActivity } from '../../activity-layout.ts';
import { terminalActivities } from '../../messages/activities.ts';
import { terminalBrowser } from '../../messages/reports.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { type QuestionEnd, useAdmin, useForm, useLoaded, useReadings, useTask } from '../screen-context.ts';
import { Form } from '../ui/form.tsx';
import { Choice } from '../ui/inputs.tsx';
import { Failure, Page, useRoom, Waiting } from '../ui/page.tsx';
import { ScrolledText } from '../ui/scrolled-text.tsx';
import { ActForm, actLabel, quickActs } from './act-form.tsx';

interface ActFormProps extends QuestionEnd {
  activity: ActivityView;
}

const { screen: texts, amend: amendTexts, reassign: reassignTexts } = terminalActivities;

function AmendForm({ activity, onDone, onBack }: ActFormProps) {
  const { client } = useAdmin();
  const { values, submit, form } = useForm(() => ({
    description: activity.description,
    priority: activity.priority as string,
    reason: '',
  }));
  const save = () =>
    submit(async () => {
      const { description, reason } = values;
      const priority = priorities.find((name) => name === values.priority) as Priority;
      const amended = { description, priority, repeats: undefined, reason: reason.trim() || null };
      await client.amendActivity({ activityId: activity.id, ...amended, seen: activity.version });
      onDone(amendTexts.done(activity.id));
    });
  return (
    <Form
      title={actButtons.amend}
      fields={[
        { name: 'description', label: texts.description },
        { name: 'priority', label: texts.priority, options: priorityOptions },
        { name: 'reason', label: texts.reason },
      ]}
      {...form}
      submit={actButtons.amend}
      onSubmit={save}
      onBack={onBack}
    />
  );
}

function ReassignForm({ activity, onDone, onBack }: ActFormProps) {
  const { client } = useAdmin();
  const { values, submit, form } = useForm(() => ({ assigneeId: '', reason: '' }));
  const eligible = useLoaded(() => client.listEligibleAssignees({ topicId: activity.topicId, activityId: activity.id }), [activity.id]);
  const people = (eligible.value ?? []).filter(({ id }) => id !== activity.assigneeId);
  const save = () =>
    submit(async () => {
      const person = people.find(({ id }) => String(id) === values.assigneeId);
      await client.reassignActivity({ activityId: activity.id, assigneeId: person?.id ?? 0, reason: values.reason.trim() || null });
      onDone(`${reassignTexts.done(person ? fullName(person) : '')}.`);
    });
  return (
    <Form
      title={actButtons.reassign}
      fields={[
        {
          name: 'assigneeId',
          label: texts.assignee,
          none: texts.nobody,
          options: people.map((person) => ({
            value: String(person.id),
            label: fullName(person),
            hint: `${person.employeeNumber} · ${person.position}`,
          })),
        },
        { name: 'reason', label: texts.reason },
      ]}
      {...form}
      submit={actButtons.reassign}
      failure={form.failure ?? eligible.failure}
      onSubmit={save}
      onBack={onBack}
    />
  );
}

/** Enter ticks an item, or takes its tick back; the list stays open for the next one. */
function TickList({ activity, onDone, onBack }: ActFormProps) {
  const { client } = useAdmin();
  const [items, setItems] = useState(activity.checklist ?? []);
  const [hasChanged, setHasChanged] = useState(false);
  const { failure, run } = useTask();
  const ticked = items.filter(isTicked).length;
  const turn = (place: number) =>
    run(async () => {
      const wasTicked = items.some((item) => item.place === place && isTicked(item));
      await client[wasTicked ? 'untickItems' : 'tickItems']({ activityId: activity.id, items: [place] });
      setItems(items.map((item) => (item.place === place ? { ...item, tickedAt: wasTicked ? null : new Date() } : item)));
      setHasChanged(true);
    });
  return (
    <Choice
      title={`${checklistTexts.title}: ${checklistTexts.progress(ticked, items.length)}`}
      options={items.map((item) => ({ value: item.place, label: `${isTicked(item) ? '[x]' : '[ ]'} ${item.text}` }))}
      none={checklistTexts.none}
      failure={failure}
      onChoose={turn}
      onBack={() => (hasChanged ? onDone(checklistTexts.done({ checklistTicked: ticked, checklistTotal: items.length })) : onBack())}
    />
  );
}

/** The acts with a form of their own. `actsOpenTo` says which of them an activity offers. */
const activityActs = [
  { act: 'amend', key: 'c', Form: AmendForm },
  { act: 'reassign', key: 't', Form: ReassignForm },
  { act: 'tick', key: 'l', Form: TickList },
] as const;

/** Shows the facts, dates, comments and history of one activity, and the acts that it offers. */
export function Activity({ id }: { id: number }) {
  const { client, zone, back, me, notify } = useAdmin();
  const [over, setOver] = useState<ReactNode>(null);
  const { rows, columns } = useRoom();
  const loaded = useLoaded(() => readWholeActivity(client, id), [id, useReadings()]);
  const whole = loaded.value;
  const open = whole ? actsOpenTo(me, whole.activity) : null;
  const close = () => setOver(null);
  const finish = (sentence: string) => {
    close();
    notify(sentence);
    loaded.reload();
  };
  return (
    <Page
      title={terminalBrowser.activity(id)}
      lead={whole ? statusWords(whole.activity) : undefined}
      onBack={back}
      keys={[
        ...quickActs
          .filter(({ act }) => open?.has(act))
          .map((act) => ({
            names: [act.key] as const,
            label: actLabel(act.act),
            run: () => whole && setOver(<ActForm act={act} activities={[whole.activity]} onDone={finish} onBack={close} />),
          })),
        ...activityActs
          .filter(({ act }) => open?.has(act) && (act !== 'tick' || whole?.activity.checklist?.length))
          .map(({ act, key, Form }) => ({
            names: [key] as const,
            label: actButtons[act].toLowerCase(),
            run: () => whole && setOver(<Form activity={whole.activity} onDone={finish} onBack={close} />),
          })),
        { names: ['r'], label: loaded.failure ? terminalScreens.keys.retry : terminalScreens.keys.reload, run: loaded.reload },
      ]}
      over={over}
    >
      <Failure failure={loaded.failure} />
      {!whole && loaded.isBusy && <Waiting />}
      {whole && <ScrolledText lines={activityParagraphs(whole, zone)} height={rows} width={columns} />}
    </Page>
  );
}
