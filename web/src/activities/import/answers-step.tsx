import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import type { EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { type ImportMapping, importStates, LEFT_OUT } from '@bitacora/core/domain/activities/activity-import';
import { fullName } from '@bitacora/core/domain/people/person';
import { priorityOptions } from '@bitacora/core/messages/activities/labels';
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
import {
  answerTo,
  type DoubtfulText,
  doubtfulTexts,
  findGaps,
  type Gap,
  isSuggestion,
  openFirst,
  type QuestionKind,
  unanswered,
  withAnswer,
} from './answers.ts';
import { type ImportCompany, StepFrame } from './file-steps.tsx';
import type { ImportWizard } from './use-import.ts';

const kinds = ['column', 'person', 'topic', 'state', 'priority', 'date'] as const satisfies readonly QuestionKind[];
/** At first this many questions of a kind are drawn, because each select costs the browser some milliseconds. */
const FIRST = 30;
const stateOptions = importStates.map((value) => ({ value, label: texts.states[value] }));

/** The texts that can mean several things, each asked once. */
export function AnswersStep({ wizard, company }: { wizard: ImportWizard; company: ImportCompany }) {
  const { reading, mapping, advance } = wizard;
  const [isChecked, setChecked] = useState(false);
  const parts = useRef<HTMLDivElement>(null);
  if (!reading) return null;
  const questions = doubtfulTexts(reading.reply);
  const gaps = findGaps(reading.reply);
  const open = unanswered(questions, mapping);
  const goToNextStep = () => {
    if (open.length === 0) return void advance();
    setChecked(true);
    // Waits a frame, because the errors are drawn in it.
    requestAnimationFrame(() => parts.current?.querySelector<HTMLElement>('[data-wrong] :is([role="combobox"], input)')?.focus());
  };
  return (
    <StepFrame
      wizard={wizard}
      title={texts.answersTitle}
      lead={texts.answersLead(reading.reply.questions.length, reading.reply.remembered.length)}
      onNext={goToNextStep}
      note={open.length > 0 && <p className={isChecked ? 'import-open late' : 'import-open muted'}>{texts.unanswered(open.length)}</p>}
    >
      <div className="import-questions" ref={parts}>
        <Loaded of={company} skeleton={<Skeleton lines={6} height={40} />}>
          {([accounts, topics]) => {
            const people = peopleOptions(accounts);
            return (
              <>
                {kinds.map((kind) => (
                  <Questions
                    key={kind}
                    kind={kind}
                    questions={openFirst(questions.filter((question) => question.kind === kind))}
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
  kind: QuestionKind;
  questions: readonly DoubtfulText[];
  topics: readonly EditableTopic[];
  people: readonly SelectOption[];
  wizard: ImportWizard;
  /** Questions without an answer are marked. */
  isChecked: boolean;
}

function Questions({ kind, questions, topics, people, wizard, isChecked }: QuestionsProps) {
  const { mapping, change } = wizard;
  const [visible, setVisible] = useState(FIRST);
  const hasHiddenGap = isChecked && unanswered(questions.slice(visible), mapping).length > 0;
  useEffect(() => {
    if (hasHiddenGap) setVisible(questions.length);
  }, [hasHiddenGap]);
  if (questions.length === 0) return null;
  const open = unanswered(questions, mapping);
  const rest = questions.length - visible;
  return (
    <section className="import-kind">
      <header className="import-kind-head">
        <h3>{texts.kinds[kind]}</h3>
        {kind === 'person' && <Link to={paths.users}>{texts.register}</Link>}
        {kind === 'topic' && open.length > 1 && (
          <Button tone="quiet" onClick={() => change(open.reduce((answers, question) => withAnswer(answers, question, ['new']), mapping))}>
            {texts.createAll(open.length)}
          </Button>
        )}
      </header>
      <div className="import-columns">
        {questions.slice(0, visible).map((question) => {
          const values = answerTo(mapping, question);
          const answer = (next: readonly (string | number)[]) => change(withAnswer(mapping, question, next));
          return (
            <Field
              key={question.key}
              label={texts.said(question.said)}
              beside={<span className="import-aside">{texts.inRows(question.rows)}</span>}
              error={isChecked && values.length === 0 ? texts.required : undefined}
              hint={isChecked && values.length === 0 ? undefined : questionHint(mapping, question)}
            >
              {(tie): ReactNode =>
                kind === 'person' ? (
                  <PeopleSelect tie={tie} values={values} people={[omission(question), ...near(people, question)]} onChange={answer} />
                ) : (
                  <Select
                    tie={tie}
                    value={values[0] ?? null}
                    onChange={(value) => answer([value])}
                    {...(kind === 'topic'
                      ? {
                          placeholder: texts.topicPlaceholder,
                          options: topicOptions(question, topics),
                          search: { placeholder: texts.topicSearch, noMatch: texts.noTopic, more: texts.moreOptions },
                        }
                      : kind === 'state'
                        ? { placeholder: texts.statePlaceholder, options: stateOptions }
                        : kind === 'priority'
                          ? { placeholder: texts.priorityPlaceholder, options: priorityOptions }
                          : { placeholder: texts.optionPlaceholders[kind], options: question.options })}
                  />
                )
              }
            </Field>
          );
        })}
      </div>
      {rest > 0 && (
        <p>
          <Button tone="quiet" onClick={() => setVisible(visible + FIRST)}>
            {texts.more(Math.min(rest, FIRST))}
          </Button>
        </p>
      )}
    </section>
  );
}

const questionHint = (mapping: ImportMapping, question: DoubtfulText) =>
  isSuggestion(mapping, question) ? (question.isRemembered ? texts.isRemembered : texts.suggestion) : ' ';

const omission = ({ said }: DoubtfulText): SelectOption => ({ value: LEFT_OUT, label: texts.omit(said) });

/** Puts those that the text may mean first. */
function near(people: readonly SelectOption[], { candidates }: DoubtfulText): readonly SelectOption[] {
  const ids = new Set<SelectOption['value']>(candidates.map(({ id }) => id));
  return ids.size === 0 ? people : [...people.filter(({ value }) => ids.has(value)), ...people.filter(({ value }) => !ids.has(value))];
}

const topicOptions = (question: DoubtfulText, topics: readonly EditableTopic[]): SelectOption[] => [
  { value: 'new', label: texts.newTopic(question.said) },
  omission(question),
  ...near(
    topics.map(({ id, name, department }) => ({ value: id, label: name, detail: department, searched: name })),
    question,
  ),
];

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
    search={{ placeholder: texts.personSearch, noMatch: texts.noPerson, more: texts.moreOptions }}
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
                options={topics.map(({ id, name, department }) => ({ value: id, label: name, detail: department, searched: name }))}
                placeholder={texts.topicPlaceholder}
                search={{ placeholder: texts.topicSearch, noMatch: texts.noTopic, more: texts.moreOptions }}
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
