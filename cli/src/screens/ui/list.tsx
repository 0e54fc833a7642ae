import { normalise } from '@bitacora/core/domain/text';
import { table } from '@bitacora/core/messages/lists';
import { printable } from '@bitacora/core/terminal/printable';
import { Text } from 'ink';
import { type ReactNode, useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useTones } from '../../app/tones.ts';
import type { Loaded } from '../../app/use-loaded.ts';
import { terminalScreens } from '../../messages/screens.ts';
import type { TableColumn } from './fit-columns.ts';
import { type KeyAct, Page, useRoom } from './page.tsx';
import { SearchLine } from './search-line.tsx';
import { Failure, Nothing, Waiting } from './states.tsx';
import { Table } from './table.tsx';
import { useCursor } from './use-cursor.ts';

interface ListProps<Row> {
  title: string;
  loaded: Loaded<readonly Row[]>;
  columns: readonly TableColumn<Row>[];
  /** Where the search looks. */
  searched(row: Row): readonly string[];
  counted(count: number): string;
  empty: string;
  noMatch(words: string): string;
  /** What can be done, and to which of them. */
  acts(chosen: Row | undefined): readonly KeyAct[];
  /** More about the chosen one, in two lines below. */
  detail?(row: Row): string;
  over: ReactNode;
}

const { keys } = terminalScreens;
/** The search above, the headings, the count and the detail below. */
const AROUND = 5;

/** Everything of one kind: searched and shown as far as there is room, with what can be done to the chosen one. */
export function List<Row>({ title, loaded, columns, searched, counted, empty, noMatch, acts, detail, over }: ListProps<Row>) {
  const { back } = useAdmin();
  const colour = useTones();
  const room = useRoom();
  const [words, setWords] = useState('');
  const [isSearching, setIsSearching] = useState(false);
  const all = loaded.value ?? [];
  const sought = normalise(words);
  const found = sought === '' ? all : all.filter((row) => searched(row).some((text) => normalise(text).includes(sought)));
  const height = Math.max(1, room.rows - AROUND);
  const { at, first, last, go } = useCursor(found.length, height, !isSearching);
  const chosen = found[at];
  const search = (typed: string | null) => {
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
      lead={loaded.value ? counted(all.length) : undefined}
      keys={isSearching ? [] : [...acts(chosen), ...usual]}
      isTyping={isSearching}
      onBack={isSearching ? undefined : words ? () => search('') : back}
      over={over}
    >
      {isSearching ? (
        <SearchLine from={words} onDone={search} />
      ) : (
        <Text color={colour('quiet')} wrap="truncate-end">
          {words ? terminalScreens.searching(printable(words)) : ' '}
        </Text>
      )}
      {loaded.failure && <Failure failure={loaded.failure} />}
      {!loaded.value && loaded.isBusy && <Waiting />}
      {loaded.value && found.length === 0 && <Nothing text={words ? noMatch(words) : empty} />}
      {found.length > 0 && (
        <>
          <Table columns={columns} rows={found.slice(first, last)} at={at - first} room={room.columns} isStale={loaded.isBusy} />
          <Text color={colour('quiet')}>{table.shown(first + 1, last, found.length)}</Text>
        </>
      )}
      {chosen && detail && <Text>{printable(detail(chosen))}</Text>}
    </Page>
  );
}
