import { printable } from '@bitacora/core/terminal/printable';
import { Box, Text } from 'ink';
import { type ReactNode, useContext, useState } from 'react';
import { Layer, useKeyboard } from '../../app/keyboard.tsx';
import { useTones } from '../../app/tones.ts';
import { useWindowSize } from '../../app/window-size.tsx';
import { terminalScreens } from '../../messages/screens.ts';
import { Foot } from './foot.tsx';
import { HelpSheet } from './help-sheet.tsx';
import { Notice } from './notice.ts';

/** A key of a screen: what it is called at the foot, and what it does. */
export interface KeyAct {
  /** Its name, and others that do the same; only the first is shown. */
  names: readonly [string, ...string[]];
  label: string;
  run(): void;
  /** In the help, not at the foot. */
  isMinor?: boolean;
}

interface PageProps {
  title: string;
  /** Beside the title. */
  lead?: string;
  keys?: readonly KeyAct[];
  /** Esc; none where there is nowhere to go. */
  onBack?: () => void;
  /** Letters are being typed: only Esc and keys that type nothing are the page's. */
  isTyping?: boolean;
  /** Lies over the page, which waits below as it was. */
  over?: ReactNode;
  children: ReactNode;
}

const SMALLEST = { columns: 60, rows: 16 } as const;
/** Rows of the screen that are not the page's own: the title and its line, the notice, the foot and its line. */
const AROUND = 5;

/** How much room a page has. */
export function useRoom(): { columns: number; rows: number } {
  const { columns, rows } = useWindowSize();
  return { columns: columns - 2, rows: rows - AROUND };
}

/** A screen whole: title, what it shows, what was last said, and its keys. */
export function Page({ title, lead, keys = [], onBack, isTyping = false, over, children }: PageProps) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const { columns, rows } = useWindowSize();
  const colour = useTones();
  const { text, clear } = useContext(Notice);
  const back: KeyAct[] = onBack ? [{ names: ['escape'], label: terminalScreens.keys.back, run: onBack }] : [];
  const help: KeyAct = { names: ['?'], label: terminalScreens.keys.help, run: () => setIsHelpOpen(true) };
  const all = [...keys, ...back, help];
  useKeyboard('page', ({ name, text }) => {
    if (isTyping && text !== '') return false;
    const act = all.find(({ names }) => names.includes(name));
    if (act) clear();
    act?.run();
    return act !== undefined;
  });
  if (columns < SMALLEST.columns || rows < SMALLEST.rows) return <Text>{terminalScreens.narrow(SMALLEST.columns, SMALLEST.rows)}</Text>;
  const above = isHelpOpen ? <HelpSheet keys={[...keys, ...back]} onClose={() => setIsHelpOpen(false)} /> : over;
  return (
    <>
      <Box display={above ? 'none' : 'flex'} flexDirection="column" height={rows} width={columns} paddingX={1} overflow="hidden">
        <Box justifyContent="space-between" flexShrink={0} height={1}>
          <Text bold wrap="truncate-end" color={colour('accent')}>
            {printable(title)}
          </Text>
          <Box flexShrink={0} marginLeft={2}>
            <Text>{printable(lead ?? terminalScreens.product)}</Text>
          </Box>
        </Box>
        <Box flexShrink={0} height={1}>
          <Text color={colour('quiet')}>{'─'.repeat(columns - 2)}</Text>
        </Box>
        <Box flexDirection="column" flexGrow={1} flexShrink={1} flexBasis={0} overflow="hidden">
          {children}
        </Box>
        <Box height={1} flexShrink={0}>
          {text && (
            <Text wrap="truncate-end" color={colour('good')}>
              {printable(text)}
            </Text>
          )}
        </Box>
        <Foot keys={all} isTyping={isTyping} />
      </Box>
      {above && <Layer>{above}</Layer>}
    </>
  );
}
