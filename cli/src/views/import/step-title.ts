import { terminalImport } from '../../messages/import.ts';

type Step = keyof typeof terminalImport.steps;
const steps = Object.keys(terminalImport.steps) as Step[];

/** Which of the wizard's steps this is, and what it is called. */
export const stepTitle = (step: Step): string => terminalImport.title(steps.indexOf(step) + 1, steps.length, terminalImport.steps[step]);
