import { createContext, useContext } from 'react';

/** What a colour is for; none of them is ever the only sign of what it says. */
const colours = { accent: 'cyan', good: 'green', warning: 'yellow', bad: 'red', quiet: 'gray' } as const;
export type Tone = keyof typeof colours;

/** Whether there are colours at all (NO_COLOR). */
export const HasColour = createContext(true);

/** The colour of a tone, or none where there are no colours. */
export function useTones(): (tone: Tone | undefined) => string | undefined {
  const hasColour = useContext(HasColour);
  return (tone) => (hasColour && tone ? colours[tone] : undefined);
}
