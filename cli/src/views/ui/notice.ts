import { createContext } from 'react';

/** What was last said, for the foot of whatever page is on top. */
export const Notice = createContext<string | null>(null);
