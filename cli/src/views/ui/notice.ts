import { createContext } from 'react';

/** What was last said, for the foot of whatever page is on top; it goes with the next thing one does there. */
export interface LastSaid {
  said: string | null;
  clear(): void;
}
export const Notice = createContext<LastSaid>({ said: null, clear: () => {} });
