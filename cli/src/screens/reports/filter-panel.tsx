import { type FilterGroup, type Filters, filterGroups, noFilters } from '@bitacora/core/domain/reports/report';
import { reports } from '@bitacora/core/messages/reports';
import { printable } from '@bitacora/core/terminal/printable';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { terminalBrowser } from '../../messages/browser.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { Button } from '../ui/confirm.tsx';
import { Page, useRoom } from '../ui/page.tsx';
import { Failure, Waiting } from '../ui/states.tsx';
import { useCursor } from '../ui/use-cursor.ts';
import { FilterGroupChoice } from './filter-group-choice.tsx';
import { countMatches, type FacetCounts, optionsOf, toggleFilter } from './filter-options.ts';
import type { ReportKind } from './reports-known.ts';
import { type ReportSelection, selectionInput } from './selection.ts';

interface FilterPanelProps {
  kind: ReportKind;
  selection: ReportSelection;
  onApply(filters: Filters): void;
  onBack(): void;
}

const { keys } = terminalScreens;
const LABEL = 18;

/** The six groups, what is chosen in each, and how many activities that would show. */
export function FilterPanel({ kind, selection, onApply, onBack }: FilterPanelProps) {
  const { client, today } = useAdmin();
  const { rows } = useRoom();
  const [filters, setFilters] = useState(selection.filters);
  const [group, setGroup] = useState<FilterGroup | null>(null);
  const facets = useLoaded<FacetCounts>(
    () => client.countFacets({ ...kind.scope, ...selectionInput(kind, { ...selection, filters }, today) }),
    [JSON.stringify(filters)],
  );
  const { at } = useCursor(filterGroups.length + 1, rows, group === null);
  const chosenGroup = filterGroups[at];
  const accept = () => (chosenGroup ? setGroup(chosenGroup) : onApply(filters));
  const found = facets.value && countMatches(facets.value, filters);
  return (
    <Page
      title={reports.filters}
      onBack={onBack}
      keys={[
        { names: ['enter', 'right'], label: keys.choose, run: accept },
        { names: ['a'], label: keys.accept, run: () => onApply(filters) },
        { names: ['l'], label: keys.clear, run: () => setFilters(noFilters) },
        ...(facets.failure ? [{ names: ['r'] as const, label: keys.retry, run: facets.reload }] : []),
      ]}
      over={
        group &&
        facets.value && (
          <FilterGroupChoice
            title={reports.groups[group]}
            options={optionsOf(group, facets.value, filters)}
            chosen={filters[group]}
            onToggle={(value) => setFilters((before) => toggleFilter(before, group, value))}
            onBack={() => setGroup(null)}
          />
        )
      }
    >
      <Text wrap="truncate-end">{reports.filtersHint}</Text>
      <Text> </Text>
      {filterGroups.map((one, index) => (
        <Box key={one} height={1} flexShrink={0}>
          <Box width={LABEL} flexShrink={0}>
            <Text bold={index === at} inverse={index === at}>
              {index === at ? terminalScreens.selected : ' '} {reports.groups[one]}{' '}
            </Text>
          </Box>
          <Text wrap="truncate-end">{printable(chosenIn(one, filters, facets.value))}</Text>
        </Box>
      ))}
      <Box marginTop={1}>
        {found === null ? <Waiting /> : <Button label={reports.showFound(found)} isChosen={at === filterGroups.length} />}
      </Box>
      {facets.failure && <Failure failure={facets.failure} />}
    </Page>
  );
}

function chosenIn(group: FilterGroup, filters: Filters, facets: FacetCounts | null): string {
  if (filters[group].length === 0) return terminalBrowser.anything;
  const options = facets ? optionsOf(group, facets, filters) : [];
  const labels = filters[group].map((value) => options.find((option) => option.value === value)?.label ?? String(value));
  return `${labels.length}: ${labels.join(', ')}`;
}
