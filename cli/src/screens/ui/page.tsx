import { printable, printableLines } from '@bitacora/core/terminal/terminal';
import { Box, Text, useAnimation } from 'ink';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { FailureReport } from '../../failure.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { type KeyPress, Layer, useKeyboard, useTones, useWindowSize } from './terminal.tsx';

export interface KeyAct {
  /** The foot shows only the first. */
  names: readonly [string, ...string[]];
  label: string;
  run(): void;
  /** Only the help shows it, not the foot. */
  isMinor?: boolean;
}

/** The last sentence for the foot. The next key of the page clears it. */
export const Notice = createContext<{ text: string | null; clear(): void }>({ text: null, clear: () => {} });

interface PageProps {
  title: string;
  lead?: string;
  keys?: readonly KeyAct[];
  /** Esc calls it; the first screen has none. */
  onBack?: () => void;
  /** A field takes the letters, so the page gets only Esc and keys that type nothing. */
  isTyping?: boolean;
  /** It hides the page, which keeps its state below. */
  over?: ReactNode;
  children: ReactNode;
}

const MIN_SIZE = { columns: 60, rows: 16 } as const;
/** The title and its line, the notice, the foot and its line. */
const FRAME_ROWS = 5;

export function useRoom(): { columns: number; rows: number } {
  const { columns, rows } = useWindowSize();
  return { columns: columns - 2, rows: rows - FRAME_ROWS };
}

/** Draws the frame of every screen: title, content, notice and keys. */
export function Page({ title, lead, keys = [], onBack, isTyping = false, over, children }: PageProps) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const { columns, rows } = useWindowSize();
  const colour = useTones();
  const { text: notice, clear } = useContext(Notice);
  const back: KeyAct[] = onBack ? [{ names: ['escape'], label: terminalScreens.keys.back, run: onBack }] : [];
  const help: KeyAct = { names: ['?'], label: terminalScreens.keys.help, run: () => setIsHelpOpen(true) };
  const all = [...keys, ...back, help];
  const isVisible = columns >= MIN_SIZE.columns && rows >= MIN_SIZE.rows;
  const handle = ({ name, text }: KeyPress) => {
    if (isTyping && text !== '') return false;
    const act = all.find(({ names }) => names.includes(name));
    if (act) clear();
    act?.run();
    return act !== undefined;
  };
  // A key would otherwise act on a row that nobody sees.
  useKeyboard('page', handle, isVisible);
  if (!isVisible) return <Text>{terminalScreens.narrow(MIN_SIZE.columns, MIN_SIZE.rows)}</Text>;
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
        <Box minHeight={1} flexShrink={0}>
          {notice && <Text color={colour('good')}>{printable(notice)}</Text>}
        </Box>
        <Foot keys={all} isTyping={isTyping} />
      </Box>
      {above && <Layer>{above}</Layer>}
    </>
  );
}

/** Returns such as 'Intro', 'Ctrl-U', 'f'. */
export function keyLabel(name: string): string {
  if (name.startsWith('ctrl+')) return `Ctrl-${name.slice(5).toUpperCase()}`;
  return terminalScreens.keyNames[name] ?? name;
}

const FOOT_GAP = 2;
const typesNothing = ({ names: [name] }: KeyAct) => name.length > 1 && name !== 'space';
const keyWidth = ({ names: [name], label }: KeyAct) => keyLabel(name).length + 1 + label.length + FOOT_GAP;

/** Returns the keys for which there is room: always the last two (back and help), then the others in their order. */
function fitKeys(keys: readonly KeyAct[], room: number): KeyAct[] {
  const last = keys.slice(-2);
  let left = room - last.reduce((sum, act) => sum + keyWidth(act), 0);
  const first: KeyAct[] = [];
  for (const act of keys.slice(0, -2)) {
    left -= keyWidth(act);
    if (left < 0) break;
    first.push(act);
  }
  return [...first, ...last];
}

function Foot({ keys, isTyping }: { keys: readonly KeyAct[]; isTyping: boolean }) {
  const { columns } = useWindowSize();
  const colour = useTones();
  const candidates = keys.filter((act) => !act.isMinor && (!isTyping || typesNothing(act)));
  return (
    <Box flexShrink={0} height={1} overflow="hidden">
      {fitKeys(candidates, columns).map((act) => (
        <Box key={act.names[0]} flexShrink={0} marginRight={FOOT_GAP}>
          <Text bold color={colour('accent')}>
            {keyLabel(act.names[0])}
          </Text>
          <Text> {act.label}</Text>
        </Box>
      ))}
    </Box>
  );
}

const { help: helpTexts, keys: labels } = terminalScreens;

/** Shows every key of a screen. Any key closes it. */
function HelpSheet({ keys, onClose }: { keys: readonly KeyAct[]; onClose: () => void }) {
  const { columns, rows } = useWindowSize();
  const colour = useTones();
  useKeyboard('page', () => {
    onClose();
    return true;
  });
  return (
    <Box flexDirection="column" width={columns} height={rows} paddingX={1} overflow="hidden">
      <Text bold color={colour('accent')}>
        {helpTexts.title}
      </Text>
      <Text> </Text>
      {keys.map(({ names, label }) => (
        <Box key={names[0]} flexShrink={0}>
          <Box width={20} flexShrink={0}>
            <Text bold wrap="truncate-end">
              {names.map(keyLabel).join(', ')}
            </Text>
          </Box>
          <Text wrap="truncate-end">{label}</Text>
        </Box>
      ))}
      <Text> </Text>
      <Text bold>{helpTexts.everywhere}</Text>
      <Text>{helpTexts.leave}</Text>
      <Box flexGrow={1} />
      <Text color={colour('quiet')}>{`${keyLabel('escape')} ${labels.close}`}</Text>
    </Box>
  );
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const SLOW_MS = 3_000;

/** Shows the seconds once the work is slow. */
export function Waiting({ text = terminalScreens.loading }: { text?: string }) {
  const { frame, time } = useAnimation({ interval: 120 });
  const colour = useTones();
  return (
    <Text wrap="truncate-end">
      <Text color={colour('accent')}>{FRAMES[frame % FRAMES.length]}</Text> {printable(text)}
      {time > SLOW_MS ? ` ${Math.floor(time / 1000)} s` : ''}
    </Text>
  );
}

export function Failure({ failure, marginTop = 0 }: { failure: FailureReport | null; marginTop?: number }) {
  const colour = useTones();
  if (!failure) return null;
  return (
    <Box flexDirection="column" marginTop={marginTop}>
      <Text color={colour('bad')}>✗ {printable(failure.message)}</Text>
      {failure.hint && <Text>{printableLines(failure.hint)}</Text>}
    </Box>
  );
}

export function Nothing({ text }: { text: string }) {
  const colour = useTones();
  return <Text color={colour('quiet')}>{printable(text)}</Text>;
}

const BAR_WIDTH = 40;
const BLOCK_WIDTH = 10;

/** Shows a moving bar with seconds, for long work whose progress is unknown. */
export function BusyBar({ doing }: { doing: string }) {
  const { frame, time } = useAnimation({ interval: 100 });
  const colour = useTones();
  const span = BAR_WIDTH - BLOCK_WIDTH;
  const offset = span - Math.abs(span - (frame % (2 * span)));
  const bar = '░'.repeat(offset) + '█'.repeat(BLOCK_WIDTH) + '░'.repeat(span - offset);
  return (
    <Box flexDirection="column">
      <Text>{printable(doing)}</Text>
      <Text>
        <Text color={colour('accent')}>{bar}</Text> {Math.floor(time / 1000)} s
      </Text>
    </Box>
  );
}
