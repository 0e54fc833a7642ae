import type { EditableTopic } from '@bitacora/core/contract/topic-endpoints';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { type ImportMapping, LEFT_OUT } from '@bitacora/core/domain/activity/activity-import';
import { fullName } from '@bitacora/core/domain/people/person';
import { useSession } from '../../app.ts';
import { importWizard as texts } from '../../messages/activity-import.ts';
import { DayEntry } from '../../ui/day-entry.tsx';
import { type ControlProps, Field } from '../../ui/field.tsx';
import { Select, SelectMany } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import type { Gap } from './answers.ts';
import type { ImportWizard } from './use-import.ts';

interface GapFieldsProps {
  gaps: readonly Gap[];
  topics: readonly EditableTopic[];
  people: readonly SelectOption[];
  wizard: ImportWizard;
}

/** Everybody active, by name. */
export const peopleOptions = (accounts: readonly Account[]): readonly SelectOption[] =>
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
export const PeopleSelect = ({ tie, values, people, onChange }: PeopleSelectProps) => (
  <SelectMany
    tie={tie}
    values={values}
    options={people}
    placeholder={texts.personPlaceholder}
    summary={texts.personSummary}
    search={{ placeholder: texts.personSearch, noMatch: texts.noPerson, more: texts.moreOptions }}
    onChange={(chosen) => onChange(chosen.at(-1) === LEFT_OUT ? [LEFT_OUT] : chosen.filter((value) => value !== LEFT_OUT))}
  />
);

/** One value for all rows that do not say theirs. */
export function GapFields({ gaps, topics, people, wizard: { mapping, change } }: GapFieldsProps) {
  const { today } = useSession();
  const { defaults } = mapping;
  const set = (part: Partial<ImportMapping['defaults']>) => change({ defaults: { ...defaults, ...part } });
  const hintOf = (field: Gap['field']) => {
    const gap = gaps.find((each) => each.field === field);
    return gap && texts.defaultHint(gap.rows);
  };
  const [topicHint, peopleHint, dueHint] = [hintOf('topicId'), hintOf('assigneeIds'), hintOf('dueOn')];
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
