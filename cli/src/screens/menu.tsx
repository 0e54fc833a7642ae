import { adminPolicy, type ManagementAct } from '@bitacora/core/domain/people/person';
import { printable } from '@bitacora/core/terminal/terminal';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { terminalScreens } from '../messages/screens.ts';
import { type ScreenRoute, useAdmin, useTask } from './screen-context.ts';
import { Confirm } from './ui/confirm.tsx';
import { Selectable, useCursor } from './ui/inputs.tsx';
import { Nothing, Page, useRoom } from './ui/page.tsx';
import { useTones } from './ui/terminal.tsx';

const { menu, keys, login } = terminalScreens;

interface MenuItem {
  label: string;
  hint: string;
  who: ManagementAct;
  screen: ScreenRoute;
}

const entries: readonly MenuItem[] = [
  { ...menu.import, who: 'manageUsers', screen: { name: 'import' } },
  { ...menu.pending, who: 'readGlobalReports', screen: { name: 'report', report: 'pending' } },
  { ...menu.finished, who: 'readGlobalReports', screen: { name: 'report', report: 'finished' } },
  { ...menu.assigned, who: 'readGlobalReports', screen: { name: 'report', report: 'assigned' } },
  { ...menu.users, who: 'manageUsers', screen: { name: 'users' } },
  { ...menu.topics, who: 'manageTopics', screen: { name: 'topics' } },
  { ...menu.assignments, who: 'assignTopics', screen: { name: 'assignments' } },
  { ...menu.outbox, who: 'manageUsers', screen: { name: 'outbox' } },
  { ...menu.doctor, who: 'manageUsers', screen: { name: 'doctor' } },
];

/** Offers the screens that the position allows; the server checks again. */
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
