import { normalise } from '@bitacora/core/domain/text';
import { table } from '@bitacora/core/messages/activities/lists';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { type ReactNode, useState } from 'react';
import { terminalScreens } from '../../messages/screens.ts';
import { fitColumns, fitTitle, type TableColumn } from '../../output/fit-columns.ts';
import { type QuestionEnd, useAdmin, useLoaded } from '../screen-context.ts';
import { SearchLine, useCursor } from './inputs.tsx';
import { Failure, type KeyAct, Nothing, Page, useRoom, Waiting } from './page.tsx';
import { useTones } from './terminal.tsx';

const MARK = 2;

interface TableProps<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The selected row; null selects none. */
  at: number | null;
  room: number;
  /** True while newer rows are loading. */
  isStale?: boolean;
  /** Tells whether a row is among those that the next act is for. */
  isMarked?(row: Row): boolean;
}

/** Draws a table as wide as the screen; the selected row has a mark and inverted colours. */
export function Table<Row>({ columns, rows, at, room, isStale = false, isMarked = () => false }: TableProps<Row>) {
  const colour = useTones();
  const fitting = fitColumns(columns, room - MARK);
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box height={1} flexShrink={0}>
        <Box width={MARK} flexShrink={0} />
        {fitting.map((column) => (
          <Cell key={column.title} width={column.width} isNumber={column.isNumber}>
            <Text bold wrap="truncate-end" color={colour('quiet')}>
              {fitTitle(column)}
            </Text>
          </Cell>
        ))}
      </Box>
      {rows.map((row, index) => (
        <Line key={index} columns={fitting} row={row} isChosen={index === at} isStale={isStale} isMarked={isMarked(row)} />
      ))}
    </Box>
  );
}

interface LineProps<Row> {
  columns: readonly TableColumn<Row>[];
  row: Row;
  isChosen: boolean;
  isStale: boolean;
  isMarked: boolean;
}

function Line<Row>({ columns, row, isChosen, isStale, isMarked }: LineProps<Row>) {
  return (
    <Box height={1} flexShrink={0}>
      <Box width={MARK} flexShrink={0}>
        <Text bold>{(isChosen ? terminalScreens.selected : ' ') + (isMarked ? terminalScreens.marked : '')}</Text>
      </Box>
      {columns.map(({ title, of, width, isNumber }) => (
        <Cell key={title} width={width} isNumber={isNumber}>
          <Text wrap="truncate-end" bold={isChosen} inverse={isChosen} dimColor={isStale && !isChosen}>
            {printable(of(row)) || ' '}
          </Text>
        </Cell>
      ))}
    </Box>
  );
}

function Cell({ width, isNumber = false, children }: { width: number; isNumber?: boolean; children: React.ReactNode }) {
  return (
    <Box width={width} height={1} marginRight={1} flexShrink={0} overflow="hidden" justifyContent={isNumber ? 'flex-end' : 'flex-start'}>
      {children}
    </Box>
  );
}

type ListQuestion<Row> = (end: QuestionEnd, all: readonly Row[]) => ReactNode;

interface ListProps<Row> {
  title: string;
  load(): Promise<readonly Row[]>;
  columns: readonly TableColumn<Row>[];
  /** Returns the texts of a row for the search. */
  searchTexts(row: Row): readonly string[];
  countRows(all: readonly Row[]): string;
  empty: string;
  noMatch(words: string): string;
  /** Returns the acts on the selected row. `ask` draws a question over the list; its end with a sentence reads the list again. */
  acts(selected: Row | undefined, ask: (question: ListQuestion<Row>) => void): readonly KeyAct[];
  /** Returns more about the selected row, for two lines below. */
  detail?(row: Row): string;
}

const { keys } = terminalScreens;
/** The search above, the headings, the count and the detail below. */
const OTHER_ROWS = 5;

/** Draws a table of all rows, with a search and with acts on the selected row. */
export function List<Row>({ title, load, columns, searchTexts, countRows, empty, noMatch, acts, detail }: ListProps<Row>) {
  const { back, notify } = useAdmin();
  const loaded = useLoaded(load, []);
  const [question, setQuestion] = useState<ListQuestion<Row> | null>(null);
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
  const close = () => setQuestion(null);
  const finish = (sentence: string) => {
    close();
    notify(sentence);
    loaded.reload();
  };
  const usual: KeyAct[] = [
    { names: ['/'], label: keys.search, run: () => setIsSearching(true) },
    { names: ['r'], label: loaded.failure ? keys.retry : keys.reload, run: loaded.reload, isMinor: !loaded.failure },
  ];
  return (
    <Page
      title={title}
      lead={loaded.value ? countRows(all) : undefined}
      keys={isSearching ? [] : [...acts(selected, (next) => setQuestion(() => next)), ...usual]}
      isTyping={isSearching}
      onBack={isSearching ? undefined : words ? () => changeSearch('') : back}
      over={question?.({ onDone: finish, onBack: close }, all)}
    >
      {isSearching ? (
        <SearchLine from={words} onDone={changeSearch} />
      ) : (
        <Text color={colour('quiet')} wrap="truncate-end">
          {words ? terminalScreens.searching(printable(words)) : ' '}
        </Text>
      )}
      <Failure failure={loaded.failure} />
      {!loaded.value && loaded.isBusy && <Waiting />}
      {loaded.value && matches.length === 0 && <Nothing text={words ? noMatch(words) : empty} />}
      {matches.length > 0 && (
        <>
          <Table columns={columns} rows={matches.slice(first, last)} at={at - first} room={room.columns} isStale={loaded.isBusy} />
          <Text color={colour('quiet')}>{table.visibleOf(first + 1, last, matches.length)}</Text>
        </>
      )}
      {selected && detail && <Text>{printable(detail(selected))}</Text>}
    </Page>
  );
}
