import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useTones } from '../../app/display.tsx';
import { terminalScreens } from '../../messages/screens.ts';
import { fitColumns, type TableColumn } from '../../output/fit-columns.ts';

const MARK = 2;

interface TableProps<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The selected row; null selects none. */
  at: number | null;
  room: number;
  /** True while newer rows are loading. */
  isStale?: boolean;
}

/** A table as wide as the screen; the selected row has a mark and inverted colours. */
export function Table<Row>({ columns, rows, at, room, isStale = false }: TableProps<Row>) {
  const colour = useTones();
  const fitting = fitColumns(columns, room - MARK);
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Box height={1} flexShrink={0}>
        <Box width={MARK} flexShrink={0} />
        {fitting.map(({ title, width, isNumber }) => (
          <Cell key={title} width={width} isNumber={isNumber}>
            <Text bold wrap="truncate-end" color={colour('quiet')}>
              {title}
            </Text>
          </Cell>
        ))}
      </Box>
      {rows.map((row, index) => (
        <Line key={index} columns={fitting} row={row} isChosen={index === at} isStale={isStale} />
      ))}
    </Box>
  );
}

function Line<Row>({
  columns,
  row,
  isChosen,
  isStale,
}: {
  columns: readonly TableColumn<Row>[];
  row: Row;
  isChosen: boolean;
  isStale: boolean;
}) {
  return (
    <Box height={1} flexShrink={0}>
      <Box width={MARK} flexShrink={0}>
        <Text bold>{isChosen ? terminalScreens.selected : ' '}</Text>
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
