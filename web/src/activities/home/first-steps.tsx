import './first-steps.css';
import type { Endpoints, Reply } from '@bitacora/core/contract';
import { Check, Send } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useApp, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { paths } from '../../app/paths.ts';
import { tryStorage } from '../../app/storage.ts';
import { Card } from '../../layout/page.tsx';
import { firstSteps as texts } from '../../messages/company-home-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Alert, HelpLink } from '../../ui/states.tsx';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';

export type Steps = Reply<Endpoints['readFirstSteps']>;
type Done = Exclude<keyof Steps, 'success'>;

interface FirstStep {
  done: Done;
  label: string;
  hint: string;
  /** Its page; the mail is set up on the server. */
  to?: string;
  /** Another way to do it. */
  also?: { label: string; to: string };
  /** What must be there before. */
  needs?: readonly Done[];
}

/** In their order: invitations go by mail, and an activity needs a person and a topic. */
const steps: readonly FirstStep[] = [
  { done: 'hasMailServer', label: texts.mail, hint: texts.mailHint },
  { done: 'hasPeople', label: texts.people, hint: texts.peopleHint, to: paths.users },
  { done: 'hasTopic', label: texts.topic, hint: texts.topicHint, to: paths.topics },
  {
    done: 'hasActivity',
    label: texts.activity,
    hint: texts.activityHint,
    to: paths.assign,
    also: { label: texts.sheet, to: paths.importActivities },
    needs: ['hasPeople', 'hasTopic'],
  },
  { done: 'hasBackup', label: texts.backup, hint: texts.backupHint, to: paths.serverStatus },
];

const dismissalKey = (userId: number) => `firstSteps.${userId}`;

/** True when the reader dismissed the steps on this device. */
export const areStepsDismissed = (userId: number): boolean => tryStorage(() => localStorage.getItem(dismissalKey(userId))) === 'off';

interface FirstStepsProps {
  /** Null once dismissed, and where they cannot be read. */
  done: Steps | null;
  /** What a company with work shows below the steps. */
  children: ReactNode;
}

/** What a new company does first, in order, until all of it is done or the reader dismisses it. A company without work shows nothing else. */
export function FirstSteps({ done, children }: FirstStepsProps) {
  const { user } = useSession();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed || !done) return children;
  const dismiss = () => {
    setDismissed(true);
    // Without browser storage they come back with the next page.
    tryStorage(() => localStorage.setItem(dismissalKey(user.id), 'off'));
  };
  const count = steps.filter((step) => done[step.done]).length;
  if (count === steps.length) return children;
  const next = steps.find((step) => step.to && !done[step.done]);
  return (
    <>
      <Card
        title={texts.title}
        lead={texts.lead(count, steps.length)}
        action={
          <Button tone="quiet" onClick={dismiss}>
            {texts.dismiss}
          </Button>
        }
      >
        <ol className="first-steps">
          {steps.map((step, index) => (
            <Step key={step.done} step={step} done={done} place={index + 1} isNext={step === next} />
          ))}
        </ol>
        <HelpLink section="crea-a-la-primera-persona" />
      </Card>
      {done.hasActivity && children}
    </>
  );
}

/** A step leads to its page once what it needs is there. */
function Step({ step, done, place, isNext }: { step: FirstStep; done: Steps; place: number; isNext: boolean }) {
  const { label, hint, to, also, needs = [] } = step;
  const isDone = done[step.done];
  const isOpen = to && needs.every((need) => done[need]);
  const words = (
    <>
      <span className="first-step-mark">{isDone ? <Check size={16} aria-hidden="true" /> : place}</span>
      <span>
        <span className="only-read">{isDone ? texts.isDone : texts.isOpen}: </span>
        <span className="first-step">{label}</span>
        {!isDone && <span className="muted">{to && !isOpen ? texts.needsBoth : hint}</span>}
      </span>
    </>
  );
  return (
    <li data-done={isDone} data-next={isNext}>
      {isOpen ? <Link to={to}>{words}</Link> : <div>{words}</div>}
      {!to && <TestMail />}
      {also && isOpen && !isDone && (
        <Link className="first-step-also" to={also.to}>
          {also.label}
        </Link>
      )}
    </li>
  );
}

/** Sends the reader a mail, and says what the mail server answered. */
export function TestMail() {
  const { client } = useClients();
  const { notices } = useApp();
  const attempt = useAttempt();
  const [problem, setProblem] = useState<string | null>(null);
  const send = () =>
    attempt.run(async () => {
      const { to, isMailed, problem } = await client.sendTestMail();
      setProblem(problem);
      if (problem === null) notices.show(isMailed ? texts.mailSent(to) : { ...texts.mailKept, tone: 'plain' });
    });
  const failure = attempt.error === null ? problem : errorSentence(attempt.error, texts.mailFailed);
  return (
    <div className="first-step-mail">
      <Button icon={Send} isBusy={attempt.isBusy} onClick={() => void send()}>
        {texts.mailTest}
      </Button>
      {failure && <Alert title={failure} />}
    </div>
  );
}
