import type { Endpoints, Reply } from '@bitacora/core/contract';
import { Check, Circle } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../app.ts';
import { Card } from '../../layout/card.tsx';
import { Loaded } from '../../layout/loaded.tsx';
import { paths } from '../../layout/paths.ts';
import { firstSteps as texts } from '../../messages/first-run.ts';
import { Button } from '../../ui/button.tsx';
import { HelpLink } from '../../ui/states.tsx';
import './first-steps.css';

type Steps = Reply<Endpoints['readFirstSteps']>;

interface FirstStep {
  isDone: (done: Steps) => boolean;
  label: string;
  hint: string;
  to: string;
  /** Another way to do it. */
  also?: { label: string; to: string };
}

const steps: readonly FirstStep[] = [
  { isDone: (done: Steps) => done.hasPeople, label: texts.people, hint: texts.peopleHint, to: paths.users },
  { isDone: (done: Steps) => done.hasTopic, label: texts.topic, hint: texts.topicHint, to: paths.topics },
  {
    isDone: (done: Steps) => done.hasActivity,
    label: texts.activity,
    hint: texts.activityHint,
    to: paths.assign,
    also: { label: texts.sheet, to: paths.importActivities },
  },
  { isDone: (done: Steps) => done.hasMailServer, label: texts.mail, hint: texts.mailHint, to: paths.serverStatus },
  { isDone: (done: Steps) => done.hasBackup, label: texts.backup, hint: texts.backupHint, to: paths.serverStatus },
];

const keyOf = (userId: number) => `firstSteps.${userId}`;

/** Whether the reader asked not to see them on this device. */
export function areStepsDismissed(userId: number): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) === 'off';
  } catch {
    return false;
  }
}

/** What a new company does first, each with its link, until all of it is done or the reader dismisses it. */
export function FirstSteps({ of }: { of: Promise<Steps> }) {
  const { user } = useSession();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  const dismiss = () => {
    setDismissed(true);
    try {
      localStorage.setItem(keyOf(user.id), 'off');
    } catch {
      // Without browser storage they come back with the next page.
    }
  };
  return (
    <Loaded of={of} isSilent skeleton={<span />}>
      {(done) => {
        const count = steps.filter(({ isDone }) => isDone(done)).length;
        if (count === steps.length) return null;
        return (
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
              {steps.map(({ isDone, label, hint, to, also }) => (
                <li key={label}>
                  <Link to={to} data-done={isDone(done)}>
                    {isDone(done) ? <Check size={18} aria-hidden="true" /> : <Circle size={18} aria-hidden="true" />}
                    <span>
                      <span className="only-read">{isDone(done) ? texts.isDone : texts.isOpen}: </span>
                      <span className="first-step">{label}</span>
                      {!isDone(done) && <span className="muted">{hint}</span>}
                    </span>
                  </Link>
                  {also && !isDone(done) && (
                    <Link className="first-step-also" to={also.to}>
                      {also.label}
                    </Link>
                  )}
                </li>
              ))}
            </ol>
            <HelpLink section="crea-a-la-primera-persona" />
          </Card>
        );
      }}
    </Loaded>
  );
}
