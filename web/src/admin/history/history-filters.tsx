import type { Account } from '@bitacora/core/contract/person';
import { type AdminAct, adminActs } from '@bitacora/core/domain/people/admin-act';
import { fullName } from '@bitacora/core/domain/people/person';
import { adminActLabels, adminHistoryTexts } from '@bitacora/core/messages/admin-history';
import { frame } from '@bitacora/core/messages/layout';
import { userTexts } from '@bitacora/core/messages/users';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import { type HistoryState, isFiltered, unfiltered } from './history-state.ts';

const { filters: texts } = adminHistoryTexts;

const actOptions: readonly SelectOption[] = adminActs.map((act) => ({
  value: act,
  label: adminActLabels[act],
  searched: adminActLabels[act],
}));

const optionOf = (person: Account): SelectOption => ({
  value: person.id,
  label: fullName(person),
  detail: `${person.employeeNumber} · ${person.position}`,
  searched: `${fullName(person)} ${person.employeeNumber} ${person.email}`,
});

interface HistoryFiltersProps {
  people: readonly Account[];
  state: HistoryState;
  onChange: (patch: Partial<HistoryState>) => void;
}

/** Filters by actor, person and act. */
export function HistoryFilters({ people, state, onChange }: HistoryFiltersProps) {
  const options = people.map(optionOf);
  const select = (
    label: string,
    value: SelectOption['value'] | null,
    of: readonly SelectOption[],
    onChosen: (value: SelectOption['value']) => void,
  ) => (
    <Field label={label}>
      {(tie) => (
        <Select
          tie={tie}
          value={value}
          options={of}
          placeholder={texts.any}
          search={{ placeholder: userTexts.successorSearch, noMatch: adminHistoryTexts.noMatch, more: frame.moreOptions }}
          onChange={onChosen}
        />
      )}
    </Field>
  );
  return (
    <div className="admin-history-filters">
      {select(texts.actor, state.actor || null, options, (actor) => onChange({ actor: Number(actor) }))}
      {select(texts.person, state.person || null, options, (person) => onChange({ person: Number(person) }))}
      {select(texts.act, state.act || null, actOptions, (act) => onChange({ act: act as AdminAct }))}
      {isFiltered(state) && (
        <Button tone="quiet" onClick={() => onChange(unfiltered)}>
          {adminHistoryTexts.clearFilters}
        </Button>
      )}
    </div>
  );
}
