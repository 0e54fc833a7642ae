import { useWindowSize as useInkSize } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';

interface TerminalSize {
  columns: number;
  rows: number;
}

const Context = createContext<TerminalSize | null>(null);

/** Follows the window for everybody within: each follower of its own would be one more listener of the terminal, which warns of many. */
export function WindowSize({ children }: { children: ReactNode }) {
  return <Context value={useInkSize()}>{children}</Context>;
}

export function useWindowSize(): TerminalSize {
  const size = useContext(Context);
  if (!size) throw new Error('nobody follows the window');
  return size;
}
