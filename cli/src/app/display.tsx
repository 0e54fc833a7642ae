import { useWindowSize as useInkSize } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';

/** Colours by purpose. No text relies on its colour alone. */
const colours = { accent: 'cyan', good: 'green', warning: 'yellow', bad: 'red', quiet: 'gray' } as const;
type ColourName = keyof typeof colours;

/** False with NO_COLOR. */
export const HasColour = createContext(true);

/** The colour of a tone; undefined without colours. */
export function useTones(): (tone: ColourName | undefined) => string | undefined {
  const hasColour = useContext(HasColour);
  return (tone) => (hasColour && tone ? colours[tone] : undefined);
}

interface TerminalSize {
  columns: number;
  rows: number;
}

const SizeContext = createContext<TerminalSize | null>(null);

/** Listens once for all components within, because the output stream warns of many listeners. */
export function WindowSize({ children }: { children: ReactNode }) {
  return <SizeContext value={useInkSize()}>{children}</SizeContext>;
}

export function useWindowSize(): TerminalSize {
  const size = useContext(SizeContext);
  if (!size) throw new Error('useWindowSize needs a WindowSize around it');
  return size;
}
