import { createContext } from 'react';

/** What was last said, for the foot of whatever page is on top; it goes with the next thing one does there. */
export interface NoticeState {
  text: string | null;
  clear(): void;
}
export const Notice = createContext<NoticeState>({ text: null, clear: () => {} });
