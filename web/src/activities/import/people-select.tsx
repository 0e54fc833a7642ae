import type { Account } from '@bitacora/core/contract/person';
import { LEFT_OUT } from '@bitacora/core/domain/activity/activity-import';
import { fullName } from '@bitacora/core/domain/people/person';
import { importWizard as texts } from '../../messages/activity-import.ts';
import type { ControlProps } from '../../ui/field.tsx';
import { SelectMany } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';

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
