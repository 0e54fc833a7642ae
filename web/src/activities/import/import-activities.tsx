import { Check } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { getClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { deferred, useLoaded } from '../../layout/loaded.tsx';
import { Page } from '../../layout/page.tsx';
import { importWizard as texts } from '../../messages/activity-import-texts.ts';
import { PlainButton } from '../../ui/button.tsx';
import { fetchSelect } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { LeaveGuard } from '../form/left-draft.tsx';
import { ColumnsStep, FileStep } from './file-steps.tsx';
import { type ImportWizard, importSteps, useImport, type WizardStep } from './use-import.ts';
import './import.css';

const AnswersStep = lazy(async () => ({ default: (await import('./answers-step.tsx')).AnswersStep }));
const loadReview = () => import('./review-step.tsx');
const ReviewStep = lazy(async () => ({ default: (await loadReview()).ReviewStep }));
const DoneStep = lazy(async () => ({ default: (await import('./review-step.tsx')).DoneStep }));

export function loader(args: LoaderFunctionArgs) {
  fetchSelect();
  const { client } = getClients(args);
  return { company: deferred(Promise.all([client.listUsers(), client.listTopics()])) };
}

/** Brings the activities of a spreadsheet in steps; nothing is stored before the last one. */
export function Component() {
  const { company } = useLoaded<typeof loader>();
  const wizard = useImport();
  const { step } = wizard;
  const body = useFocusOnStep(step);
  return (
    <Page title={texts.title} lead={texts.lead} back={{ path: paths.assignedReport, label: texts.back }}>
      <StepList wizard={wizard} />
      <div className="import-body" ref={body}>
        <Suspense fallback={<Skeleton lines={5} height={36} />}>
          {step === 'file' && <FileStep wizard={wizard} />}
          {step === 'columns' && <ColumnsStep wizard={wizard} />}
          {step === 'answers' && <AnswersStep wizard={wizard} company={company} />}
          {step === 'review' && <ReviewStep wizard={wizard} />}
          {step === 'done' && <DoneStep wizard={wizard} />}
        </Suspense>
      </div>
      <LeaveGuard isDirty={wizard.isDirty} areImagesLost={false} onDiscard={wizard.discard} />
    </Page>
  );
}

/** The heading of a new step gets the focus, because the button that led to it is gone. */
function useFocusOnStep(step: WizardStep) {
  const body = useRef<HTMLDivElement>(null);
  const focused = useRef<WizardStep>(step);
  useEffect(() => {
    if (focused.current === step || !body.current) return;
    const element = body.current;
    const focus = () => {
      const heading = element.querySelector('h2');
      heading?.focus({ preventScroll: true });
      // While the step's code is on its way, React keeps the heading of the step before, hidden. A part that is being sent takes no focus.
      if (!heading || document.activeElement !== heading) return false;
      focused.current = step;
      window.scrollTo({ top: 0 });
      return true;
    };
    if (focus()) return;
    const arriving = new MutationObserver(() => focus() && arriving.disconnect());
    arriving.observe(element, { childList: true, subtree: true, attributeFilter: ['inert'] });
    return () => arriving.disconnect();
  }, [step]);
  return body;
}

/** The steps, of which those before can be visited again. PrimeReact's have no current one (docs/decisions/0006). */
function StepList({ wizard: { step, reached, result, attempt, goTo } }: { wizard: ImportWizard }) {
  const at = importSteps.indexOf(step);
  return (
    <nav aria-label={texts.steps}>
      <p className="import-step-of" aria-hidden="true">
        {texts.stepOf(at + 1, importSteps.length, texts.stepNames[step])}
      </p>
      <ol className="import-steps">
        {importSteps.map((name, index) => {
          const isDone = index < at || result !== null;
          const isOpen = index !== at && index <= importSteps.indexOf(reached) && result === null && !attempt.isBusy;
          const words = (
            <>
              <span className="import-step-mark" aria-hidden="true">
                {isDone && index !== at ? <Check size={14} strokeWidth={3} /> : index + 1}
              </span>
              <span className="import-step-name">{texts.stepNames[name]}</span>
              {isDone && index !== at && <span className="only-read">, {texts.isDone}</span>}
            </>
          );
          return (
            <li key={name} aria-current={index === at ? 'step' : undefined} data-done={isDone || undefined}>
              {isOpen ? (
                <PlainButton className="import-step" onClick={() => goTo(name)}>
                  {words}
                </PlainButton>
              ) : (
                <span className="import-step">{words}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
