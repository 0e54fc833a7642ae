import { adminPolicy, type ManagementAct } from '@bitacora/core/domain/people/person';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { type ScreenRoute, useAdmin, useTask } from '../app/screen-context.ts';
import { useTones } from '../app/terminal.tsx';
import { terminalScreens } from '../messages/screens.ts';
import { Confirm } from './ui/confirm.tsx';
import { Selectable, useCursor } from './ui/inputs.tsx';
import { Nothing, Page, useRoom } from './ui/page.tsx';

const { menu, keys, login } = terminalScreens;

interface MenuItem {
  label: string;
  hint: string;
  who: ManagementAct;
  screen: ScreenRoute;
}

const entries: readonly MenuItem[] = [
  { label: menu.import, hint: menu.importHint, who: 'manageUsers', screen: { name: 'import' } },
  { label: menu.pending, hint: menu.pendingHint, who: 'readGlobalReports', screen: { name: 'report', report: 'pending' } },
  { label: menu.finished, hint: menu.finishedHint, who: 'readGlobalReports', screen: { name: 'report', report: 'finished' } },
  { label: menu.assigned, hint: menu.assignedHint, who: 'readGlobalReports', screen: { name: 'report', report: 'assigned' } },
  { label: menu.users, hint: menu.usersHint, who: 'manageUsers', screen: { name: 'users' } },
  { label: menu.topics, hint: menu.topicsHint, who: 'manageTopics', screen: { name: 'topics' } },
  { label: menu.assignments, hint: menu.assignmentsHint, who: 'assignTopics', screen: { name: 'assignments' } },
  { label: menu.outbox, hint: menu.outboxHint, who: 'manageUsers', screen: { name: 'outbox' } },
  { label: menu.doctor, hint: menu.doctorHint, who: 'manageUsers', screen: { name: 'doctor' } },
];

/** The screens that the position allows; the server checks again. */
export function Menu() {
  const { me, url, isBorrowed, open, leave, logOut } = useAdmin();
  const colour = useTones();
  const { rows } = useRoom();
  const [isLeaving, setIsLeaving] = useState(false);
  const task = useTask();
  const mine = entries.filter(({ who }) => adminPolicy[who](me));
  const { at } = useCursor(mine.length, rows);
  const selected = mine[at];
  return (
    <Page
      title={terminalScreens.product}
      lead={printable(me.name)}
      keys={[
        ...(selected ? [{ names: ['enter', 'right'] as const, label: keys.open, run: () => open(selected.screen) }] : []),
        { names: ['x'], label: login.forget, run: () => setIsLeaving(true) },
        { names: ['q'], label: keys.leave, run: leave },
      ]}
      over={
        isLeaving && (
          <Confirm
            title={login.forgetTitle}
            lines={[isBorrowed ? login.borrowed : login.forgetBody]}
            doing={task.isBusy ? terminalScreens.loading : null}
            failure={task.failure}
            onYes={() => task.run(logOut)}
            onNo={() => setIsLeaving(false)}
          />
        )
      }
    >
      <Text color={colour('quiet')} wrap="truncate-middle">
        {printable(`${me.email} · ${url}`)}
      </Text>
      <Text> </Text>
      {mine.length === 0 && <Nothing text={menu.nothing} />}
      {mine.map(({ label, hint }, index) => (
        <Box key={label}>
          <Box width={34} flexShrink={0}>
            <Selectable isChosen={index === at}>{label} </Selectable>
          </Box>
          <Text color={colour('quiet')} wrap="truncate-end">
            {hint}
          </Text>
        </Box>
      ))}
    </Page>
  );
}
