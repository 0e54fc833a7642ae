import { terminalImport } from '../../messages/import.ts';

type WizardStep = keyof typeof terminalImport.steps;
const steps = Object.keys(terminalImport.steps) as WizardStep[];

/** Which of the wizard's steps this is, and what it is called. */
export const stepTitle = (step: WizardStep): string =>
  terminalImport.title(steps.indexOf(step) + 1, steps.length, terminalImport.steps[step]);
