import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useState } from 'react';
import type { FailureReport } from '../../failure.ts';
import { terminalScreens } from '../../messages/screens.ts';
import { type QuestionEnd, useTask } from '../screen-context.ts';
import { Failure, Page, Waiting } from './page.tsx';

interface ConfirmProps {
  title: string;
  lines: readonly string[];
  yes?: string;
  no?: string;
  /** The sentence while the work runs; null before it starts. */
  doing?: string | null;
  failure?: FailureReport | null;
  onYes(): void;
  onNo(): void;
}

const { keys } = terminalScreens;

/** Asks before an act that cannot be undone, so No is selected first. */
export function Confirm({
  title,
  lines,
  yes = terminalScreens.yes,
  no = terminalScreens.no,
  doing = null,
  failure = null,
  onYes,
  onNo,
}: ConfirmProps) {
  const [isYes, setIsYes] = useState(false);
  const accept = () => {
    if (doing === null) (isYes ? onYes : onNo)();
  };
  const toggle = () => setIsYes(!isYes);
  return (
    <Page
      title={title}
      onBack={doing === null ? onNo : undefined}
      keys={
        doing === null
          ? [
              { names: ['left', 'right', 'tab', 'up', 'down'], label: keys.change, run: toggle },
              { names: ['enter'], label: keys.accept, run: accept },
            ]
          : []
      }
    >
      {lines.map((line) => (
        <Text key={line}>{printable(line)}</Text>
      ))}
      <Text> </Text>
      {doing === null ? (
        <Box>
          <Button label={no} isChosen={!isYes} />
          <Button label={yes} isChosen={isYes} />
        </Box>
      ) : (
        <Waiting text={doing} />
      )}
      <Failure failure={failure} marginTop={1} />
    </Page>
  );
}

interface ConfirmActProps extends Pick<ConfirmProps, 'title' | 'lines' | 'yes' | 'no'>, QuestionEnd {
  /** The sentence while the act runs. */
  doing: string;
  /** Resolves with the sentence for the end. */
  act(): Promise<string>;
}

/** Yes does the act. */
export function ConfirmAct({ doing, act, onDone, onBack, ...question }: ConfirmActProps) {
  const { isBusy, failure, run } = useTask();
  const perform = () => run(async () => onDone(await act()));
  return <Confirm {...question} doing={isBusy ? doing : null} failure={failure} onYes={perform} onNo={onBack} />;
}

export function Button({ label, isChosen }: { label: string; isChosen: boolean }) {
  return (
    <Box marginRight={2} flexShrink={0}>
      <Text bold={isChosen} inverse={isChosen}>
        {isChosen ? `${terminalScreens.selected} ` : '  '}
        {label}{' '}
      </Text>
    </Box>
  );
}
