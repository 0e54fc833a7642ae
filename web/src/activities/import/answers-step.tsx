import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { type ImportMapping, importStates, LEFT_OUT } from '@bitacora/core/domain/activities/activity-import';
import { fullName } from '@bitacora/core/domain/people/person';
import { priorityOptions } from '@bitacora/core/messages/activities/labels';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app/app.ts';
import { paths } from '../../app/paths.ts';
import { Loaded } from '../../layout/loaded.tsx';
import { importWizard as texts } from '../../messages/activity-import-texts.ts';
import { Button } from '../../ui/button.tsx';
import { DayEntry } from '../../ui/day-entry.tsx';
import { type ControlProps, Field } from '../../ui/field.tsx';
import { Select, SelectMany } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { topicOptions } from '../activity.tsx';
import {
  answerTo,
  type DoubtfulText,
  doubtfulTexts,
  findGaps,
  type Gap,
  isSuggestion,
  type QuestionKind,
  unanswered,
  withAnswer,
  withSuggestions,
} from './answers.ts';
import { ConfirmAll, type ImportCompany, Proposal, StepFrame, useOpenQuestions } from './file-steps.tsx';
import type { ImportWizard } from './use-import.ts';

const kinds = ['person', 'topic', 'state', 'priority', 'date'] as const satisfies readonly QuestionKind[];
/** At first this many questions of a kind are drawn, because each select costs the browser some milliseconds. */
const FIRST = 30;

/** The texts that can mean several things, each asked once. */
export function AnswersStep({ wizard, company }: { wizard: ImportWizard; company: ImportCompany }) {
  const { reading, mapping } = wizard;
  const { isChecked, waysOn } = useOpenQuestions(wizard);
  const [visible, setVisible] = useState(FIRST);
  if (!reading) return null;
  const questions = doubtfulTexts(reading.reply);
  const gaps = findGaps(reading.reply);
  const open = unanswered(questions, mapping);
  const ofKind = (kind: QuestionKind) => questions.filter((question) => question.kind === kind);
  const ways = waysOn(open.length);
  const goToNextStep = () => {
    // What is marked may be one of those that are not drawn yet.
    if (open.length > 0) setVisible(questions.length);
    ways.onNext();
  };
  return (
    <StepFrame
      wizard={wizard}
      title={texts.answersTitle}
      lead={texts.answersLead(reading.reply.questions.length, reading.reply.remembered.length)}
      {...ways}
      onNext={goToNextStep}
    >
      <div className="import-questions">
        <Loaded of={company} skeleton={<Skeleton lines={6} height={40} />}>
          {([accounts, topics]) => {
            const people = peopleOptions(accounts);
            return (
              <>
                <ConfirmAll questions={kinds.flatMap((kind) => ofKind(kind).slice(0, visible))} wizard={wizard} />
                {kinds.map((kind) => (
                  <Questions
                    key={kind}
                    kind={kind}
                    questions={ofKind(kind)}
                    visible={visible}
                    onMore={() => setVisible(visible + FIRST)}
                    topics={topics}
                    people={people}
                    wizard={wizard}
                    isChecked={isChecked}
                  />
                ))}
                {gaps.length > 0 && <GapFields gaps={gaps} topics={topics} people={people} wizard={wizard} />}
              </>
            );
          }}
        </Loaded>
      </div>
      <p className="muted import-note">{texts.ownerNote}</p>
    </StepFrame>
  );
}

interface QuestionsProps {
  kind: (typeof kinds)[number];
  questions: readonly DoubtfulText[];
  visible: number;
  onMore: () => void;
  topics: readonly EditableTopic[];
  people: readonly SelectOption[];
  wizard: ImportWizard;
  /** Questions without an answer are marked. */
  isChecked: boolean;
}

function Questions({ kind, questions, visible, onMore, topics, people, wizard, isChecked }: QuestionsProps) {
  const { mapping, change } = wizard;
  if (questions.length === 0) return null;
  const missing = unanswered(questions, mapping).filter(({ suggestion }) => suggestion[0] === 'new');
  const rest = questions.length - visible;
  return (
    <section className="import-kind">
      <header className="import-kind-head">
        <h3>{texts.kinds[kind]}</h3>
        {kind === 'person' && <Link to={paths.users}>{texts.register}</Link>}
        {missing.length > 1 && (
          <Button tone="quiet" onClick={() => change(withSuggestions(mapping, missing))}>
            {texts.createAll(missing.length)}
          </Button>
        )}
      </header>
      <div className="import-columns">
        {questions.slice(0, visible).map((question) => {
          const values = answerTo(mapping, question);
          const options = listOptions(question, topics, people);
          const answer = (next: readonly (string | number)[]) => change(withAnswer(mapping, question, next));
          return (
            <Field
              key={question.key}
              label={texts.said(question.said)}
              beside={<span className="import-aside">{texts.effect(question.rows, values[0])}</span>}
              error={isChecked && values.length === 0 ? texts.required : undefined}
              hint={question.isRemembered && (isSuggestion(mapping, question) ? texts.isRemembered : ' ')}
            >
              {(tie): ReactNode => (
                <>
                  {kind === 'person' ? (
                    <PeopleSelect tie={tie} values={values} people={options} onChange={answer} />
                  ) : (
                    <Select
                      tie={tie}
                      value={values[0] ?? null}
                      onChange={(value) => answer([value])}
                      options={options}
                      placeholder={kind === 'topic' ? texts.topicPlaceholder : texts.answerPlaceholder}
                      {...(kind === 'topic' ? { search: texts.topicSearch } : {})}
                    />
                  )}
                  <Proposal question={question} options={options} wizard={wizard} />
                </>
              )}
            </Field>
          );
        })}
      </div>
      {rest > 0 && (
        <p>
          <Button tone="quiet" onClick={onMore}>
            {texts.more(Math.min(rest, FIRST))}
          </Button>
        </p>
      )}
    </section>
  );
}

/** Lists what a text may mean, the nearest first, with what an answer does to its rows where it does more than to bring them. */
function listOptions(question: DoubtfulText, topics: readonly EditableTopic[], people: readonly SelectOption[]): readonly SelectOption[] {
  const { kind, said, rows, candidates, options } = question;
  const withEffect = (value: string, label: string) => ({ value, label, detail: texts.effect(rows, value) });
  if (kind === 'state') return importStates.map((state) => withEffect(state, texts.states[state]));
  if (kind === 'priority') return priorityOptions;
  if (kind !== 'person' && kind !== 'topic') return options;
  const ids = new Set<SelectOption['value']>(candidates.map(({ id }) => id));
  const named = kind === 'person' ? people : topicOptions(topics);
  const special = [...(kind === 'topic' ? [withEffect('new', texts.newTopic(said))] : []), withEffect(LEFT_OUT, texts.omit(said))];
  return [...named.filter(({ value }) => ids.has(value)), ...special, ...named.filter(({ value }) => !ids.has(value))];
}

interface GapFieldsProps {
  gaps: readonly Gap[];
  topics: readonly EditableTopic[];
  people: readonly SelectOption[];
  wizard: ImportWizard;
}

/** Lists the active people by name. */
const peopleOptions = (accounts: readonly Account[]): readonly SelectOption[] =>
  accounts
    .filter(({ isActive }) => isActive)
    .map((account) => {
      const { id, position, department } = account;
      const name = fullName(account);
      return { value: id, label: name, detail: `${position} · ${department}`, searched: `${name} ${position}` };
    })
    .sort((a, b) => a.label.localeCompare(b.label, 'es-MX'));

interface PeopleSelectProps {
  tie: ControlProps;
  values: readonly SelectOption['value'][];
  people: readonly SelectOption[];
  onChange: (values: readonly SelectOption['value'][]) => void;
}

/** One person or several, because a cell may name more than one. To leave its rows out is an answer of its own. */
const PeopleSelect = ({ tie, values, people, onChange }: PeopleSelectProps) => (
  <SelectMany
    tie={tie}
    values={values}
    options={people}
    placeholder={texts.personPlaceholder}
    summary={texts.personSummary}
    search={texts.personSearch}
    onChange={(values) => onChange(values.at(-1) === LEFT_OUT ? [LEFT_OUT] : values.filter((value) => value !== LEFT_OUT))}
  />
);

/** Asks for one value for all rows that lack theirs. */
function GapFields({ gaps, topics, people, wizard: { mapping, change } }: GapFieldsProps) {
  const { today } = useSession();
  const { defaults } = mapping;
  const set = (part: Partial<ImportMapping['defaults']>) => change({ defaults: { ...defaults, ...part } });
  const gapHint = (field: Gap['field']) => {
    const gap = gaps.find((each) => each.field === field);
    return gap && texts.defaultHint(gap.rows);
  };
  const [topicHint, peopleHint, dueHint] = [gapHint('topicId'), gapHint('assigneeIds'), gapHint('dueOn')];
  return (
    <section className="import-kind">
      <h3>{texts.gaps}</h3>
      <div className="import-columns">
        {topicHint && (
          <Field label={texts.defaultTopic} hint={topicHint}>
            {(tie) => (
              <Select
                tie={tie}
                value={defaults.topicId ?? null}
                options={topicOptions(topics)}
                placeholder={texts.topicPlaceholder}
                search={texts.topicSearch}
                onChange={(topicId) => set({ topicId: Number(topicId) })}
              />
            )}
          </Field>
        )}
        {peopleHint && (
          <Field label={texts.defaultPeople} hint={peopleHint}>
            {(tie) => (
              <PeopleSelect
                tie={tie}
                values={defaults.assigneeIds ?? []}
                people={people}
                onChange={(ids) => set({ assigneeIds: ids.length > 0 ? ids.map(Number) : undefined })}
              />
            )}
          </Field>
        )}
        {dueHint && (
          <Field label={texts.defaultDueOn} hint={dueHint}>
            {(tie) => (
              <DayEntry
                tie={tie}
                value={defaults.dueOn ?? null}
                today={today}
                hasQuickDays
                onChange={(day) => set({ dueOn: day ?? undefined })}
              />
            )}
          </Field>
        )}
      </div>
    </section>
  );
}
