import { printable } from '@bitacora/core/terminal/terminal';
import { Text } from 'ink';
import { type DoctorFinding, findingMark, inspect } from '../commands/doctor.ts';
import { terminalLists, terminalScreens } from '../messages/screens.ts';
import { useAdmin, useLoaded } from './screen-context.ts';
import { Failure, Page, Waiting } from './ui/page.tsx';
import { useTones } from './ui/terminal.tsx';

export function Doctor() {
  const { dependencies, back } = useAdmin();
  const loaded = useLoaded(() => inspect(dependencies), []);
  const { keys } = terminalScreens;
  return (
    <Page
      title={terminalLists.doctorTitle}
      onBack={back}
      keys={[{ names: ['r'], label: loaded.failure ? keys.retry : keys.reload, run: loaded.reload }]}
    >
      {loaded.isBusy && <Waiting text={terminalLists.looking} />}
      <Failure failure={loaded.failure} />
      {!loaded.isBusy && loaded.value?.findings.map((finding) => <FindingLine key={finding.name} finding={finding} />)}
    </Page>
  );
}

function FindingLine({ finding }: { finding: DoctorFinding }) {
  const colour = useTones();
  const { isWell, text } = finding;
  return (
    <Text>
      <Text bold color={colour(isWell === null ? 'warning' : isWell ? 'good' : 'bad')}>
        {findingMark(finding)}
      </Text>{' '}
      {printable(text)}
    </Text>
  );
}
