import type { ReactNode } from 'react';
import { Card } from '../../layout/card.tsx';
import { importWizard as texts } from '../../messages/activity-import.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/states.tsx';
import { SentPart, UploadProgress } from '../../ui/upload-progress.tsx';
import { sentenceOf } from '../../ui/use-attempt.ts';
import { type ImportWizard, importSteps } from './use-import.ts';

interface StepFrameProps {
  wizard: ImportWizard;
  title: string;
  lead?: string;
  nextLabel?: string;
  /** In place of the wizard's next step; false keeps the step. */
  onNext?: () => void;
  /** What to do about an error besides trying again. */
  remedy?: ReactNode;
  /** The sentence where the server gives none. */
  failed?: string;
  /** Where the step cannot be left forward. */
  isEnd?: boolean;
  /** Beside the way forward. */
  note?: ReactNode;
  /** Below the first card. */
  more?: ReactNode;
  /** Below the way forward, because it is long and only to be read. */
  below?: ReactNode;
  children: ReactNode;
}

/** The heading of a step, its contents, and the way back and forward. */
export function StepFrame({
  wizard,
  title,
  lead,
  nextLabel,
  onNext,
  remedy,
  failed,
  isEnd = false,
  note,
  more,
  below,
  children,
}: StepFrameProps) {
  const { step, attempt, advance, goTo } = wizard;
  const before = importSteps[importSteps.indexOf(step) - 1];
  return (
    <>
      <SentPart isSending={attempt.isBusy} className="import-parts">
        <Card title={title} {...(lead ? { lead } : {})}>
          {children}
        </Card>
        {more}
      </SentPart>
      {attempt.isBusy && <UploadProgress />}
      {attempt.error !== null && <Alert title={sentenceOf(attempt.error, failed ?? texts.failed)}>{remedy}</Alert>}
      <div className="import-ways">
        {before && (
          <Button onClick={() => goTo(before)} disabled={attempt.isBusy}>
            {texts.previous}
          </Button>
        )}
        {!isEnd && (
          <Button tone="accent" isBusy={attempt.isBusy} onClick={() => (onNext ? onNext() : void advance())}>
            {nextLabel ?? texts.next}
          </Button>
        )}
        {note}
      </div>
      {below}
    </>
  );
}
