import { normalise } from '@bitacora/core/domain/text';
import { table } from '@bitacora/core/messages/lists';
import { printable } from '@bitacora/core/terminal/terminal';
import { Text } from 'ink';
import { type ReactNode, useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useTones } from '../../app/display.tsx';
import type { TaskState } from '../../app/use-task.ts';
import { terminalScreens } from '../../messages/screens.ts';
import type { TableColumn } from '../../output/fit-columns.ts';
import { type KeyAct, Page, useRoom } from './page.tsx';
import { Failure, Nothing, Waiting } from './states.tsx';
import { Table } from './table.tsx';
import { SearchLine } from './text-field.tsx';
import { useCursor } from './use-cursor.ts';

interface ListProps<Row> {
  title: string;
  loaded: TaskState<readonly Row[]>;
  columns: readonly TableColumn<Row>[];
  /** The texts of a row for the search. */
  searchTexts(row: Row): readonly string[];
  countRows(count: number): string;
  empty: string;
  noMatch(words: string): string;
  /** The acts on the selected row. */
  acts(selected: Row | undefined): readonly KeyAct[];
  /** More about the selected row, in two lines below. */
  detail?(row: Row): string;
  over: ReactNode;
}

const { keys } = terminalScreens;
/** The search above, the headings, the count and the detail below. */
const OTHER_ROWS = 5;

/** A table of all rows with a search and with acts on the selected row. */
export function List<Row>({ title, loaded, columns, searchTexts, countRows, empty, noMatch, acts, detail, over }: ListProps<Row>) {
  const { back } = useAdmin();
  const colour = useTones();
  const room = useRoom();
  const [words, setWords] = useState('');
  const [isSearching, setIsSearching] = useState(false);
  const all = loaded.value ?? [];
  const search = normalise(words);
  const matches = search === '' ? all : all.filter((row) => searchTexts(row).some((text) => normalise(text).includes(search)));
  const height = Math.max(1, room.rows - OTHER_ROWS);
  const { at, first, last, go } = useCursor(matches.length, height, !isSearching);
  const selected = matches[at];
  const changeSearch = (typed: string | null) => {
    setIsSearching(false);
    if (typed === null) return;
    setWords(typed);
    go(0);
  };
  const usual: KeyAct[] = [
    { names: ['/'], label: keys.search, run: () => setIsSearching(true) },
    { names: ['r'], label: loaded.failure ? keys.retry : keys.reload, run: loaded.reload, isMinor: !loaded.failure },
  ];
  return (
    <Page
      title={title}
      lead={loaded.value ? countRows(all.length) : undefined}
      keys={isSearching ? [] : [...acts(selected), ...usual]}
      isTyping={isSearching}
      onBack={isSearching ? undefined : words ? () => changeSearch('') : back}
      over={over}
    >
      {isSearching ? (
        <SearchLine from={words} onDone={changeSearch} />
      ) : (
        <Text color={colour('quiet')} wrap="truncate-end">
          {words ? terminalScreens.searching(printable(words)) : ' '}
        </Text>
      )}
      {loaded.failure && <Failure failure={loaded.failure} />}
      {!loaded.value && loaded.isBusy && <Waiting />}
      {loaded.value && matches.length === 0 && <Nothing text={words ? noMatch(words) : empty} />}
      {matches.length > 0 && (
        <>
          <Table columns={columns} rows={matches.slice(first, last)} at={at - first} room={room.columns} isStale={loaded.isBusy} />
          <Text color={colour('quiet')}>{table.shown(first + 1, last, matches.length)}</Text>
        </>
      )}
      {selected && detail && <Text>{printable(detail(selected))}</Text>}
    </Page>
  );
}
